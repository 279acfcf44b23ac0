import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { TestLog } from './harness/event-log.ts'
import { LoadDriver } from './harness/load-driver.ts'
import { expectAllOnce, expectReconciled } from './harness/oracle.ts'
import { aSession } from './harness/session.ts'
import { sessionOn, type Shards, startShards } from './harness/shards.ts'
import { countStored, figure } from './harness/stored-rows.ts'
import { until } from './harness/until.ts'

let shards: Shards
let dataDir: string
beforeEach(async () => {
  shards = await startShards()
  dataDir = join(temporaryDirectory(), 'data')
})

const open = (env: Record<string, string> = {}) => TestLog.open(dataDir, { env: { ...shards.env, ...env } })
const openReady = () => TestLog.open(dataDir, { env: shards.env, until: 'idsKnown' })

/** Rows of a session on each shard. */
function rowsOf(log: TestLog, session: string): Promise<number[]> {
  return Promise.all(
    log.clickhouse.shards.map(({ reader }) => countStored(reader, `session_id = '${session}'`)),
  )
}

describe('two shards', () => {
  it('keep the rows of each session together, each shard in the single-server schema, and everything adds up', async () => {
    const log = await openReady()
    const driver = new LoadDriver()
    driver.start(log.deliver)
    await driver.untilAcknowledged(150)
    await driver.stop()
    await driver.deliverRest(log.deliver)
    await expectAllOnce(log, driver)
    for (const { reader } of log.clickhouse.shards) {
      expect(await countStored(reader)).toBeGreaterThan(20)
      // Of no session there is a row on both.
      expect(await figure(reader, 'SELECT uniqExact(session_id) FROM analytics_all.page_views')).toBe(
        await sumOf(log, 'SELECT uniqExact(session_id) FROM analytics.page_views'),
      )
    }
  })

  it('finish, rebuild, erase and replay sessions like one server', async () => {
    const log = await openReady()
    const [erased, kept, other] = [sessionOn(0, 'erased'), sessionOn(0, 'kept'), sessionOn(1, 'other')]
    for (const session of [erased, kept, other])
      await log.deliver(aSession(session, Date.now() - 3 * HOUR_MS))
    await log.idle()
    expect(await rowsOf(log, erased)).toEqual([7, 0])
    expect(await rowsOf(log, other)).toEqual([0, 7])
    await log.events.sessions.finish()
    const finished = () => sumOf(log, 'SELECT count() FROM analytics.sessions')
    // Each has views of two days.
    await until('all are finished', async () => (await finished()) === 6)
    expectReconciled(await log.reconcile())

    await log.events.sessions.rebuild()
    expect(await finished()).toBe(6)
    await log.clickhouse.shards[1]?.migrator.command({ query: 'TRUNCATE TABLE analytics.page_views' })
    expect((await log.reconcile()).ok).toBe(false)
    expect(await log.reconciliation.replay(() => {})).toMatchObject({ inserted: 3 })
    await log.reconciliation.erasures.request(erased)
    await log.reconciliation.erasures.idle()
    expect(await rowsOf(log, erased)).toEqual([0, 0])
    expect(await log.delivery()).toMatchObject({ accepted: 21, stored: 14, erased: 7 })
    expectReconciled(await log.reconcile())
  })

  it('do not block each other: only the rows of an unavailable one wait', async () => {
    const log = await openReady()
    const driver = new LoadDriver()
    await driver.sendFor(300, log.deliver)
    await log.idle()
    await shards.servers[1]?.kill()
    await driver.deliver(aSession(sessionOn(1, 'waits')), log.deliver)
    driver.start(log.deliver)
    const [first, second] = log.events.shards
    if (!first || !second) throw new Error('there are two')
    await until('enough waits', () => second.spool.pendingRows > 200)
    await driver.stop()
    await first.spool.flush()
    await until('the other has loaded all', () => first.spool.pendingRows === 0)
    expect(second.spool.pendingRows).toBeGreaterThan(200)
    expect(log.events.spool.accepting).toBe(true)
    // Its sessions are finished meanwhile, too.
    const finished = first.sessions.finishedAt
    await first.sessions.finish()
    expect(first.sessions.finishedAt).toBeGreaterThanOrEqual(finished)

    await shards.servers[1]?.start()
    await driver.deliverRest(log.deliver)
    await expectAllOnce(log, driver)
  })

  it('erase their rows while another is unavailable, and the rest when it is back', async () => {
    const log = await openReady()
    const [here, there] = [sessionOn(0, 'here'), sessionOn(1, 'there')]
    for (const session of [here, there]) await log.deliver(aSession(session))
    await log.idle()
    await log.deliver(aSession(sessionOn(1, 'waits')))
    await shards.servers[1]?.kill()
    for (const session of [there, here]) await log.reconciliation.erasures.request(session)
    const [first] = log.clickhouse.shards
    const left = () => countStored(first.reader, `session_id = '${here}'`)
    await until('it is erased', async () => (await left()) === 0)
    await until('one is left', () => log.reconciliation.erasures.open === 1)
    await shards.servers[1]?.start()
    await log.reconciliation.erasures.idle()
    await log.idle()
    expect(await rowsOf(log, there)).toEqual([0, 0])
    expect(await log.delivery()).toMatchObject({ accepted: 21, stored: 7, erased: 14 })
    expectReconciled(await log.reconcile())
  })

  it('work if one was unavailable at start', async () => {
    await shards.servers[1]?.kill()
    const log = await open()
    await log.deliver(aSession(sessionOn(0, 'there')))
    await log.deliver(aSession(sessionOn(1, 'away')))
    const [first, second] = log.events.shards
    await until('its rows are stored', () => first?.spool.pendingRows === 0)
    expect(second?.spool.pendingRows).toBe(7)
    await shards.servers[1]?.start()
    await log.events.idsKnown
    await log.idle()
    expect(await countStored(log.clickhouse.reader)).toBe(14)
    expectReconciled(await log.reconcile())
  })

  it('cannot be removed: a log that nothing would load prevents startup', async () => {
    const log = await openReady()
    await log.close()
    const { CLICKHOUSE_URL = '' } = shards.env
    await expect(TestLog.open(dataDir, { clickhouseUrl: CLICKHOUSE_URL })).rejects.toThrow('never taken away')
  })

  it('keep their order: a server does not load the rows of another shard', async () => {
    const log = await openReady()
    await log.close()
    const { CLICKHOUSE_SHARDS = '' } = shards.env
    const swapped = await open({ CLICKHOUSE_SHARDS: CLICKHOUSE_SHARDS.split(' ').toReversed().join(' ') })
    await expect(swapped.events.ready).rejects.toThrow(/has shard \d in the place of shard \d/)
    await swapped.deliver(aSession(sessionOn(0, 'waits')))
    await swapped.close()
    const back = await open()
    await back.idle()
    expect(await countStored(back.clickhouse.reader)).toBe(7)
  })
})

async function sumOf(log: TestLog, sql: string): Promise<number> {
  const figures = await Promise.all(log.clickhouse.shards.map(({ reader }) => figure(reader, sql)))
  return figures.reduce((sum, one) => sum + one, 0)
}
