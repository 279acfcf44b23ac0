import { randomUUID } from 'node:crypto'
import type { SentBeacon } from '@half-measure/shared/events/beacon.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { shardOf } from '../../src/warehouse/shard.ts'
import type { TestLog } from './harness/event-log.ts'
import { expectReconciled } from './harness/oracle.ts'
import { SharedServers, untilLoaded } from './harness/shared-servers.ts'
import { countStored, figure } from './harness/stored-rows.ts'
import { repeating, until } from './harness/until.ts'
import { aSession } from './harness/session.ts'
import { sessionOn } from './harness/shards.ts'
import { work } from './harness/work-until-killed-process.ts'

const REPEATED = 'session_1763632800000_repeated'
const ONCE = 'session_1763632800000_once'
const OTHER = 'session_1763632800000_other'

let shared: SharedServers

beforeEach(async () => {
  shared = await SharedServers.start()
})

/**
 * Has a collector look up the assignments of an old session until the database responds in time; it keeps the result
 * for a minute. Where a lookup fails, the loader looks for the session's events before it inserts them.
 */
async function lookUp({ events }: TestLog, sessionId: string): Promise<number> {
  const shard = events.shards[shardOf(sessionId, events.shards.length)]
  const find = () => shard?.stored.of(sessionId).catch(() => undefined)
  return (await until('the database responds in time', find)).length
}

/** A session that the browser sent to the second collector because the first accepted it but responded too late. */
async function failOver(first: TestLog, second: TestLog, beacon: SentBeacon): Promise<void> {
  const now = Date.now() - 120_000
  // Neither knows of the other's.
  for (const log of [first, second]) expect(await lookUp(log, beacon.session_id)).toBe(0)
  await first.deliver(beacon, now)
  await second.deliver(beacon, now + 1_000)
  await untilLoaded(first, second)
}

describe('events that two collectors stored', () => {
  it('are stored twice until the nightly job keeps the first row, while both go on loading', async () => {
    const [a, b] = await Promise.all([shared.open('a'), shared.open('b')])
    await failOver(a, b, aSession(REPEATED))
    await a.deliver(aSession(ONCE))
    await b.deliver(aSession(OTHER))
    await untilLoaded(a, b)
    expect(await a.delivery()).toMatchObject({ accepted: 28, duplicates: 0, stored: 28 })
    const { findings } = await b.reconcile()
    expect(findings.filter(({ left, right }) => left !== right).map(({ name }) => name)).toEqual([
      'page_views: distinct event ids = rows',
      'click_events: distinct event ids = rows',
      'conversion_events: distinct event ids = rows',
      'ab_test_assignments: distinct event ids = rows',
      'engagement_events: distinct event ids = rows',
      'all tables: distinct event ids = rows',
      'ab_test_assignments: distinct session and test = rows',
    ])

    await repeating(() => b.reconciliation.nightly())
    await untilLoaded(a, b)
    for (const log of [a, b]) {
      expect(await log.delivery()).toMatchObject({
        received: 28,
        accepted: 21,
        duplicates: 7,
        deduplicated: 7,
        stored: 21,
      })
      expectReconciled(await log.reconcile())
    }
    expect(b.lines.filter((line) => line.includes('are stored once now'))).toHaveLength(1)
    // What stayed is what the first one took, and nothing comes back from the other one's log.
    const { collectorId } = a.reconciliation
    const kept = `session_id = '${REPEATED}' AND collector_id = '${collectorId}'`
    expect(await countStored(a.clickhouse.reader, kept)).toBe(7)
    expect(await b.reconciliation.replay(() => {})).toMatchObject({ inserted: 0 })
    expectReconciled(await b.reconciliation.deduplicate())
    expect(await a.delivery()).toMatchObject({ accepted: 21, duplicates: 7, stored: 21 })
  })

  it('are removed on each of several shards', async () => {
    shared = await SharedServers.start(2)
    const [a, b] = await Promise.all([shared.open('a'), shared.open('b')])
    for (const shard of [0, 1] as const) await failOver(a, b, aSession(sessionOn(shard, 'repeated')))
    expect((await b.reconcile()).ok).toBe(false)
    await repeating(() => b.reconciliation.nightly())
    await untilLoaded(a, b)
    for (const log of [a, b]) {
      expect(await log.delivery()).toMatchObject({ accepted: 14, duplicates: 14, stored: 14 })
      expectReconciled(await log.reconcile())
    }
    for (const { reader } of shared.clickhouse.shards) expect(await countStored(reader)).toBe(7)
  })

  it.each(['deduplicate.recorded', 'deduplicate.after-click_events'])(
    'are counted once even if the collector that removes them dies on the way: %s',
    async (failpoint) => {
      const [a, b] = await Promise.all([shared.open('a'), shared.open('b')])
      await failOver(a, b, aSession(REPEATED))
      await a.close()
      expect(await work(shared.dataDir('a'), failpoint, ['nightly'], shared.env)).toBe('killed')
      const again = await shared.open('a')
      await untilLoaded(again, b)
      expectReconciled(await again.reconciliation.deduplicate())
      expect(await again.delivery()).toMatchObject({ accepted: 7, duplicates: 7, stored: 7 })
    },
  )

  it('stay if one collector has both: a row that no collector accepted is for an operator to resolve', async () => {
    const a = await shared.open('a')
    await a.deliver(aSession(ONCE))
    await untilLoaded(a)
    await a.clickhouse.migrator.command({
      query: `INSERT INTO analytics.page_views SELECT * REPLACE (toUUID('${randomUUID()}') AS batch_id) FROM analytics.page_views LIMIT 1`,
    })
    expect((await a.reconciliation.deduplicate()).ok).toBe(false)
    expect(await countStored(a.clickhouse.reader)).toBe(8)
    expect(await a.delivery()).toMatchObject({ accepted: 7, duplicates: 0, stored: 8 })
  })

  it('stay while the batch of one is unconfirmed: its rows are stored, and its collector may insert them again', async () => {
    const [a, b] = await Promise.all([shared.open('a'), shared.open('b')])
    const [beacon, now] = [aSession(REPEATED), Date.now()]
    await a.deliver(beacon, now)
    await untilLoaded(a)
    expect(await lookUp(b, beacon.session_id)).toBe(1)
    const exception = { code: 210, message: 'Connection reset by peer', done: true }
    shared.server.plan({ times: 10_000, exception })
    await b.deliver(beacon, now + 1_000)
    await b.events.spool.flush()
    const { reader } = a.clickhouse
    await until('it is there', async () => (await countStored(reader)) > 7)
    await b.reconciliation.coordination.heartbeat()
    await repeating(() => a.reconciliation.nightly())
    expect(await figure(reader, 'SELECT count() FROM analytics.removed_events')).toBe(0)
    shared.server.plan({ times: 0 })
    await untilLoaded(a, b)
    // The assignment was known from the tables.
    expect(await countStored(reader)).toBe(13)
  })
})
