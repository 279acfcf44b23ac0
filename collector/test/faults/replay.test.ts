import { rmSync } from 'node:fs'
import { ResultSet } from '@clickhouse/client'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ClickHouseServer } from './harness/clickhouse-server.ts'
import { type TestLog, useEventLog } from './harness/event-log.ts'
import { LoadDriver } from './harness/load-driver.ts'
import { expectAllOnce, expectReconciled } from './harness/oracle.ts'
import { eventIdOf, rawPageView, rawPageViews } from './harness/raw-rows.ts'
import { countStored } from './harness/stored-rows.ts'

const eventLog = useEventLog()
let driver: LoadDriver

/** Some hundred events, loaded; nothing runs. */
beforeEach(async () => {
  driver = new LoadDriver()
  const log = await eventLog.open()
  driver.start(log.deliver)
  await driver.untilAcknowledged(100)
  await driver.stop()
  await log.idle()
  await log.close()
})

/** Once lent again, the server has no table. */
const loseDatabase = () => ClickHouseServer.lend()

async function replayAll(log: TestLog): Promise<{ read: number; inserted: number }> {
  const progress: number[] = []
  const result = await log.reconciliation.replay((read) => progress.push(read))
  expect(progress.at(-1)).toBe(result.read)
  return result
}

describe('replay', () => {
  it('changes nothing if nothing is missing', async () => {
    const log = await eventLog.open()
    const { accepted } = await log.delivery()
    expect(await replayAll(log)).toEqual({ read: accepted, inserted: 0 })
    await expectAllOnce(log, driver)
  })

  it('restores deleted rows', async () => {
    const log = await eventLog.open()
    const { migrator } = log.clickhouse
    const before = (await log.delivery()).stored
    for (const table of ['page_views', 'click_events', 'ab_test_assignments']) {
      await migrator.command({
        query: `ALTER TABLE analytics.${table} DELETE WHERE cityHash64(event_id) % 2 = 0 SETTINGS mutations_sync = 2`,
      })
    }
    const missing = before - (await log.delivery()).stored
    expect(missing).toBeGreaterThan(20)
    expect((await log.reconcile()).ok).toBe(false)

    expect(await replayAll(log)).toMatchObject({ inserted: missing })
    await expectAllOnce(log, driver)
  })

  it('restores an event once if the log has it twice', async () => {
    const log = await eventLog.open()
    const view = rawPageView()
    for (let times = 0; times < 2; times++) await log.keep([view])
    await log.idle()
    const itself = `event_id = '${eventIdOf(view)}'`
    await log.clickhouse.migrator.command({
      query: `ALTER TABLE analytics.page_views DELETE WHERE ${itself} SETTINGS mutations_sync = 2`,
    })
    expect(await replayAll(log)).toMatchObject({ inserted: 1 })
    expect(await countStored(log.clickhouse.reader, itself)).toBe(1)
  })

  it('reads no ids of other collectors, however many they have stored meanwhile', async () => {
    const log = await eventLog.open()
    await log.keep(rawPageViews(4_500))
    await log.idle()
    const { migrator } = log.clickhouse
    await migrator.command({
      query: `INSERT INTO analytics.page_views SELECT * EXCEPT number REPLACE (
          generateUUIDv4(number) AS event_id, 'another' AS collector_id)
        FROM analytics.page_views AS views, numbers(5) AS times`,
    })
    const lost = "collector_id != 'another' AND cityHash64(event_id) % 5 = 0"
    const before = await countStored(migrator, lost)
    await migrator.command({
      query: `ALTER TABLE analytics.page_views DELETE WHERE ${lost} SETTINGS mutations_sync = 2`,
    })
    const read = vi.spyOn(ResultSet.prototype, 'json')
    await replayAll(log)
    const answers = read.mock.settledResults.map(({ value }) => (Array.isArray(value) ? value.length : 0))
    expect(Math.max(...answers)).toBeGreaterThan(1_000)
    expect(Math.max(...answers)).toBeLessThanOrEqual(2_000)
    expect(await countStored(migrator, lost)).toBe(before)
  })

  it('fills a database that was lost completely', async () => {
    await loseDatabase()
    const log = await eventLog.open()
    const { accepted, stored } = await log.delivery()
    expect(stored).toBe(0)
    expect(await replayAll(log)).toEqual({ read: accepted, inserted: accepted })
    await expectAllOnce(log, driver)
  })

  it.each(['replay.before-insert', 'replay.after-insert:2'])(
    'resumes where a killed one stopped: %s',
    async (failpoint) => {
      await loseDatabase()
      expect(await eventLog.work(failpoint, ['replay'])).toBe('killed')
      const log = await eventLog.open()
      await replayAll(log)
      await expectAllOnce(log, driver)
    },
  )

  it('leaves dead letters alone', async () => {
    const log = await eventLog.open()
    await log.keep([rawPageView({ is_bot: 0.5 })])
    await log.idle()
    expect(await replayAll(log)).toMatchObject({ inserted: 0 })
    await log.clickhouse.migrator.command({
      query: 'ALTER TABLE analytics.page_views MODIFY COLUMN is_bot Float32',
    })
    expect(await replayAll(log)).toMatchObject({ inserted: 0 })
    expect(await log.reconciliation.retryDeadLetters()).toEqual({ inserted: 1, refused: 0 })
    expectReconciled(await log.reconcile())
  })

  it('leaves rows that were never inserted to the loader', async () => {
    await loseDatabase()
    rmSync(eventLog.dataDir, { recursive: true })
    const log = await eventLog.open()
    driver = new LoadDriver()
    driver.start(log.deliver)
    await driver.untilAcknowledged(100)
    await driver.stop()
    await log.idle()
    // While the loader is held up, rows wait in the segments.
    let paused: Promise<unknown> | undefined
    const replayed = await log.reconciliation.replay(() => {
      paused ??= driver.sendFor(300, log.deliver)
    })
    expect(replayed.inserted).toBe(0)
    await paused
    driver.start(log.deliver)
    for (let i = 0; i < 5; i++) expect(await replayAll(log)).toMatchObject({ inserted: 0 })
    await driver.stop()
    await expectAllOnce(log, driver)
  })
})
