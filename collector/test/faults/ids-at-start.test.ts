import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { rememberRetainedRows, rememberStoredRows } from '../../src/reconciliation/remember-ids.ts'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { SeenIds } from '../../src/ingest/seen-ids.ts'
import { IdWindow } from '../../src/spool/id-window.ts'
import { randomEvents } from '../stats-engine/random-events.ts'
import { SessionStack } from '../sessions/session-stack.ts'
import { ClickHouseServer } from './harness/clickhouse-server.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { TestLog } from './harness/event-log.ts'
import { expectReconciled } from './harness/oracle.ts'
import { aSession } from './harness/session.ts'
import { countStored } from './harness/stored-rows.ts'

vi.mock(import('../../src/reconciliation/remember-ids.ts'), { spy: true })

const SESSION = 'session_1763632800000_reader1'

it('events are stored, once, while millions of ids are still being read', async () => {
  const dataDir = join(temporaryDirectory(), 'data')
  const first = await TestLog.open(dataDir)
  const session = aSession(SESSION)
  await first.deliver(session)
  await first.idle()
  await first.close()

  const gate = Promise.withResolvers<void>()
  for (const read of [rememberRetainedRows, rememberStoredRows])
    vi.mocked(read).mockImplementationOnce(() => gate.promise)
  const log = await TestLog.open(dataDir, { until: 'ready' })
  const events = session.events.length
  // For a session this old the assignment is looked up in the database. A result is kept; a slow lookup would fail.
  await expect.poll(() => log.events.assignments.find(SESSION, 'review_page_layout')).toBeDefined()
  expect(await log.deliver(session)).toMatchObject({ accepted: events - 1, duplicates: 1 })
  await log.deliver(aSession('session_1763632800000_reader2'))
  await log.idle()
  expect(await countStored(log.clickhouse.reader, '1')).toBe(2 * events)
  expect(await log.delivery()).toMatchObject({ accepted: 2 * events, duplicates: events })

  gate.resolve()
  await log.events.idsKnown
  await log.deliver(session)
  await log.idle()
  expect(await log.delivery()).toMatchObject({
    received: 4 * events,
    accepted: 2 * events,
    duplicates: 2 * events,
    stored: 2 * events,
  })
  expectReconciled(await log.reconcile())
})

it('of the latest eight days with events are known again, whatever the clock said or says', async () => {
  const { url } = await ClickHouseServer.lend()
  await using stack = await SessionStack.on({ kind: 'server', url }, 0)
  const days = ['2019-07-01', ...Array.from({ length: 7 }, (_, nth) => `2023-05-0${nth + 1}`), '2048-01-01']
  const idsOf = await Promise.all(
    days.map(async (day, seed) => {
      const at = Date.parse(`${day}T12:00:00Z`)
      const events = randomEvents({ seed, from: at, to: at + HOUR_MS, sessions: 3 })
      await stack.store(events, at)
      return events.map(({ id }) => id)
    }),
  )
  const window = new IdWindow(10_000, () => {})
  await rememberStoredRows(new SeenIds(window), stack.clickhouse.reader)
  const known = idsOf.map((ids) => ids.length > 0 && ids.every((id) => window.has(id)))
  expect(known).toEqual([false, ...Array.from({ length: 8 }, () => true)])
})
