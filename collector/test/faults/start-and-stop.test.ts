import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { ADMIN_ENV } from '../postgres/own-database.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { Admin } from './harness/admin.ts'
import { ClickHouseServer } from './harness/clickhouse-server.ts'
import { CollectorProcess } from './harness/collector-process.ts'
import { TestLog } from './harness/event-log.ts'
import { FaultyProxy } from './harness/faulty-proxy.ts'
import { LoadDriver, overHttp } from './harness/load-driver.ts'
import {
  expectReportToAddUp,
  expectReconciled,
  expectDirectoryToMatch,
  expectTablesToMatch,
} from './harness/oracle.ts'
import { signIn } from './harness/shared-servers.ts'

const remote = (url: string) => ({ CLICKHOUSE_URL: url, ...ADMIN_ENV })

let directory: string
let dataDir: string
let driver: LoadDriver

beforeEach(() => {
  directory = temporaryDirectory()
  dataDir = join(directory, 'data')
  driver = new LoadDriver({ oldSessions: false })
})

/** What a slow machine did not insert within the time that a stop takes at most. */
async function loadRest(stopMs: number): Promise<void> {
  if (stopMs < 5_000) return
  const next = await CollectorProcess.start(dataDir)
  await (await Admin.signIn(next)).idle()
  await next.stop()
}

describe('a collector that is stopped under load', () => {
  it('inserts what it has acknowledged, and exits', async () => {
    const collector = await CollectorProcess.start(dataDir)
    driver.start(overHttp(collector.site))
    await driver.untilAcknowledged(50)
    const asked = performance.now()
    const { code } = await collector.stop()
    const stopMs = performance.now() - asked
    await driver.stop()
    expect(code).toBe(0)
    expect(Object.keys(driver.refusals).filter((status) => status !== '503')).toEqual([])

    await loadRest(stopMs)
    await expectDirectoryToMatch(dataDir, driver.log)
  })

  it('stops though ClickHouse does not respond, and the next process inserts the rest', async () => {
    const server = await ClickHouseServer.start(join(directory, 'clickhouse'))
    const proxy = await FaultyProxy.start(server.port)
    const collector = await CollectorProcess.start(dataDir, remote(proxy.url))
    driver.start(overHttp(collector.site))
    await driver.untilAcknowledged(30)
    await proxy.make('black-hole')
    await driver.untilAcknowledged(30)
    const { code } = await collector.stop()
    await driver.stop()
    expect(code).toBe(0)

    await proxy.make('none')
    const next = await CollectorProcess.start(dataDir, remote(proxy.url))
    await driver.deliverRest(overHttp(next.site))
    const admin = await signIn(next)
    expectReportToAddUp(await admin.idle(), driver.log)
    expectReconciled(await admin.reconcile())
  })
})

describe('a collector that starts before ClickHouse', () => {
  it('accepts events at once, and inserts them when the server starts', async () => {
    const server = await ClickHouseServer.prepare(join(directory, 'clickhouse'))
    const collector = await CollectorProcess.start(dataDir, remote(server.url))
    driver.start(overHttp(collector.site))
    await driver.untilAcknowledged(20)
    await driver.stop()
    expect(driver.refusals).toEqual({})
    await server.start()
    await driver.deliverRest(overHttp(collector.site))
    const admin = await signIn(collector)
    expectReportToAddUp(await admin.idle(), driver.log)
    expectReconciled(await admin.reconcile())
    expect(await collector.stop()).toMatchObject({ code: 0 })
  })

  it('does so too if the server accepts data but never responds', async () => {
    const server = await ClickHouseServer.start(join(directory, 'clickhouse'))
    const proxy = await FaultyProxy.start(server.port)
    await proxy.make('black-hole')
    const log = await TestLog.open(dataDir, { clickhouseUrl: proxy.url, requestTimeoutMs: 3_000 })
    await driver.sendFor(1_000, log.deliver)
    await proxy.make('none')
    await log.idle()
    expectReportToAddUp(await log.delivery(), driver.log)
    await expectTablesToMatch(log.clickhouse.reader, driver.log)
  })

  it('says so, and keeps accepting events, if the server has a newer version', async () => {
    const server = await ClickHouseServer.start(join(directory, 'clickhouse'))
    const older = await TestLog.open(dataDir, { clickhouseUrl: server.url, until: 'idsKnown' })
    await older.clickhouse.migrator.command({
      query: `INSERT INTO analytics.schema_migrations VALUES (9999, '9999_tomorrow', 'x', now64(3))`,
    })
    await older.close()
    const log = await TestLog.open(dataDir, { clickhouseUrl: server.url })
    await expect(log.events.ready).rejects.toThrow(/9999_tomorrow.*newer version/s)
    expect(log.lines).toContain('error: clickhouse cannot be used; events are kept on disk and not inserted')
    await driver.sendFor(200, log.deliver)
    expect(driver.refusals).toEqual({})
    expect(log.events.spool.pendingRows).toBeGreaterThan(0)
  })
})

describe('a second collector on one data directory', () => {
  it('refuses to start and leaves the first one alone', async () => {
    const first = await CollectorProcess.start(dataDir)
    const second = await CollectorProcess.spawn(dataDir)
    expect(await second.ended).toEqual({ code: 1, signal: null })
    // The first one writes to the same log.
    expect(second.logLines).toContainEqual(expect.stringMatching(/is in use by process \d+.*Stop it first/))
    await driver.sendFor(500, overHttp(first.site))
    await (await Admin.signIn(first)).idle()
    expect(await first.stop()).toMatchObject({ code: 0 })
    await expectDirectoryToMatch(dataDir, driver.log)
  })
})

describe('a data directory whose path is long', () => {
  it('works with a short relative path, and otherwise fails with advice', async () => {
    const deep = join(directory, 'x'.repeat(90), 'data')
    const far = await CollectorProcess.spawn(deep)
    expect(await far.ended).toEqual({ code: 1, signal: null })
    expect(far.logLines.at(-1)).toMatch(/is too long.*Set DATA_DIR to a shorter path/)
    const near = await CollectorProcess.start(deep, {}, { cwd: dirname(deep) })
    expect(readdirSync(deep)).toContain('control.sock')
    expect(await near.stop()).toMatchObject({ code: 0 })
  })
})
