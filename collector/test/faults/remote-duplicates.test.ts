import type { SentBeacon } from '@half-measure/shared/events/beacon.ts'
import { aBeacon, anAssignment, aPageView } from '@half-measure/shared/testing/events.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { TestLog, useEventLog } from './harness/event-log.ts'
import { FaultyProxy } from './harness/faulty-proxy.ts'
import { expectReconciled } from './harness/oracle.ts'
import { countStored } from './harness/stored-rows.ts'
import { until } from './harness/until.ts'
import { aSession } from './harness/session.ts'

const SESSION = 'session_1763632800000_reader1'

/** Nothing is kept of what the database has. */
const forgetful = { SPOOL_RETENTION_HOURS: '0' }

const eventLog = useEventLog()
let proxy: FaultyProxy
/** Stored, and gone from the log. */
let session: SentBeacon

const open = () => TestLog.open(eventLog.dataDir, { clickhouseUrl: proxy.url, env: forgetful })

beforeEach(async () => {
  proxy = await FaultyProxy.start(eventLog.server.port)
  const log = await open()
  await log.events.idsKnown
  session = aSession(SESSION)
  await log.deliver(session)
  await forget(log, 'session_1763632800000_reader2')
  expect(await log.delivery()).toMatchObject({ accepted: 14, stored: 14, duplicates: 0 })
  await log.close()
})

/** Has the log drop its segments once all is stored; those of another session take their place. */
async function forget(log: TestLog, another: string): Promise<void> {
  const spool = log.onlyLog
  await log.idle()
  await spool.rotate()
  await log.deliver(aSession(another))
  await log.idle()
  await until('one segment is left', () => spool.segments.length === 1)
}

/** While the database is unavailable: the stored session once more, another variant for it, and one view that is new. */
async function sendAgain(log: TestLog): Promise<void> {
  expect(await log.deliver(session)).toMatchObject({ accepted: 7 })
  const news = aBeacon({ ...session, events: [aPageView(), anAssignment({ variant: 'detailed' })] })
  // The session's own assignment came again a moment ago.
  expect(await log.deliver(news)).toMatchObject({ accepted: 1, duplicates: 1 })
}

async function expectOnce(log: TestLog): Promise<void> {
  await log.idle()
  expect(await log.delivery()).toMatchObject({
    received: 23,
    accepted: 15,
    duplicates: 8,
    stored: 15,
    pending: 0,
  })
  expect(await countStored(log.clickhouse.reader, `session_id = '${SESSION}'`)).toBe(8)
  expectReconciled(await log.reconcile())
  // Nor does the log bring them back, which has them as rows.
  expect(await log.reconciliation.replay(() => {})).toMatchObject({ inserted: 0 })
}

describe('events older than the retained log that are sent again while ClickHouse is unavailable at start', () => {
  it('are stored once, and counted as duplicates when it is back', async () => {
    await proxy.make('refuse')
    const log = await open()
    await sendAgain(log)
    expect(log.events.spool.totals).toMatchObject({ accepted: 22, duplicates: 1 })
    await proxy.make('none')
    await expectOnce(log)
    expect(log.lines).toContain('warn: loader: events already in the database are skipped')
  })

  it.each([
    // Once they are recorded, there is no further lookup.
    ['loader.after-duplicates', 'done'],
    ['loader.before-send', 'killed'],
    ['loader.after-page_views', 'killed'],
    ['loader.before-cursor', 'killed'],
  ])('are so even if process after process dies on the way: %s', async (failpoint, second) => {
    await proxy.make('refuse')
    const log = await open()
    await sendAgain(log)
    await log.close(0)
    await proxy.make('none')
    const env = { ...forgetful, CLICKHOUSE_URL: proxy.url }
    expect(await eventLog.work(failpoint, [], env)).toBe('killed')
    expect(await eventLog.work(failpoint, [], env)).toBe(second)
    await expectOnce(await open())
  })

  it('are so even if a whole batch is skipped', async () => {
    await proxy.make('refuse')
    const log = await open()
    await log.deliver(session)
    await proxy.make('none')
    await log.idle()
    expect(await log.delivery()).toMatchObject({ accepted: 14, duplicates: 7, stored: 14 })
    expectReconciled(await log.reconcile())
  })
})

describe('an assignment of a session so old that only ClickHouse has it', () => {
  it('is stored once even if it is sent again while ClickHouse is unavailable', async () => {
    const old = 'session_1_old0'
    const first = await open()
    await first.events.idsKnown
    await first.deliver(aBeacon({ ...session, session_id: old, events: [anAssignment()] }))
    await forget(first, 'session_1763632800000_reader3')
    await first.close()

    const log = await open()
    await log.events.idsKnown
    // Out of the window, as after a week.
    log.events.ingest.seen.removeAssignment(old, 'review_page_layout')
    await proxy.make('refuse')
    const again = aBeacon({ ...session, session_id: old, events: [anAssignment({ variant: 'detailed' })] })
    expect(await log.deliver(again)).toMatchObject({ accepted: 1 })
    await proxy.make('none')
    await log.idle()
    expect(await countStored(log.clickhouse.reader, `session_id = '${old}'`)).toBe(1)
    expectReconciled(await log.reconcile())
  })
})
