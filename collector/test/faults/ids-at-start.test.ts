import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { rememberRetainedRows, rememberStoredRows } from '../../src/reconciliation/remember-ids.ts'
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
