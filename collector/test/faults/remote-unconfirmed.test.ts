import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ClickHouseServer } from './harness/clickhouse-server.ts'
import { TestLog } from './harness/event-log.ts'
import type { FaultyProxy, Trouble } from './harness/faulty-proxy.ts'
import type { LoadDriver } from './harness/load-driver.ts'
import { expectAllOnce, expectReconciled } from './harness/oracle.ts'
import { startRemote } from './harness/remote.ts'
import { figure } from './harness/stored-rows.ts'
import { until } from './harness/until.ts'
import { startWork } from './harness/work-until-killed-process.ts'

/** Long enough for the queries of the tests themselves, which have it too, on a busy machine. */
const TIMEOUT_MS = 3_000

let server: ClickHouseServer
let proxy: FaultyProxy
let log: TestLog
let driver: LoadDriver

beforeEach(async () => {
  ;({ server, proxy, log, driver } = await startRemote(TIMEOUT_MS))
})

/** A token stands for one table and one text, and every insert has one. */
async function expectTokensToNameBytes(): Promise<void> {
  const bytesOf = new Map<string, string>()
  for (const { token, table, sha256 } of server.inserts) {
    if (table === 'schema_migrations') continue
    expect(token, table).toMatch(new RegExp(`^[0-9a-f-]{36}:${table}(:\\d+)?$`))
    expect(bytesOf.get(token ?? '') ?? sha256).toBe(sha256)
    bytesOf.set(token ?? '', sha256)
  }
}

const unconfirmed = () => log.lines.filter((line) => line.includes('not confirmed')).length

describe('inserts whose outcome is not known', () => {
  it.each<Trouble>(['reset', 'cut', 'mute'])(
    'are repeated with the same bytes and token when responses are lost: %s',
    async (trouble) => {
      await driver.sendFor(300, log.deliver)
      await proxy.make(trouble)
      driver.start(log.deliver)
      await until('responses were lost', () => proxy.spoiled > 2)
      await driver.stop()
      await proxy.make('none')
      await driver.sendFor(300, log.deliver)
      await expectAllOnce(log, driver)
      await expectTokensToNameBytes()
      // The same insert did arrive more than once.
      const tokens = server.inserts.map(({ token }) => token)
      expect(new Set(tokens).size).toBeLessThan(tokens.length)
    },
  )

  it('commit after the loader gave up waiting, and count once', async () => {
    server.plan({ times: 4, delayMs: TIMEOUT_MS * 2 })
    driver.start(log.deliver)
    await until('the loader gave up waiting', () => unconfirmed() > 1)
    await driver.stop()
    await expectAllOnce(log, driver)
    await expectTokensToNameBytes()
  })

  it('are not considered done just because the response began with 200', async () => {
    server.plan({
      times: 3,
      exception: { code: 241, message: 'Memory limit (total) exceeded', status: 200 },
    })
    await driver.sendFor(1_000, log.deliver)
    await expectAllOnce(log, driver)
    await expectTokensToNameBytes()
    expect(unconfirmed()).toBeGreaterThan(2)
  })
})

describe('an insert that the server is still busy with when its collector is gone', () => {
  it('is not done a second time by the next one', async () => {
    await driver.sendFor(200, log.deliver)
    await log.idle()
    server.plan({ times: 1, delayMs: 2_000 })
    const before = server.inserts.length
    driver.start(log.deliver)
    await until('the insert is there', () => server.inserts.length > before)
    await driver.stop()
    await log.close(0)

    log = await TestLog.open(log.config.dataDir, { clickhouseUrl: proxy.url })
    await log.idle()
    // The one before it takes its time, and then finds its token used.
    await sleep(2_000)
    await expectAllOnce(log, driver)
    await expectTokensToNameBytes()
  })

  /** Has a process of its own do it, and kills that while the server is busy with its first insert. */
  async function killOver(dataDir: string, task: string): Promise<void> {
    server.plan({ times: 1, delayMs: 4_000 })
    const before = server.inserts.length
    const env = { CLICKHOUSE_URL: server.url, ADMIN_PASSWORD: 'not-the-default' }
    const program = startWork(dataDir, [task], env)
    const ended = once(program, 'exit')
    await until('the insert is there', () => server.inserts.length > before)
    program.kill('SIGKILL')
    await ended
  }

  it('is not done a second time by another replay', async () => {
    driver.start(log.deliver)
    const clicks = () => figure(log.clickhouse.reader, 'SELECT count() FROM analytics.click_events')
    await until('a click is stored', async () => (await clicks()) > 0)
    await driver.stop()
    await log.idle()
    await log.clickhouse.migrator.command({
      query: 'ALTER TABLE analytics.click_events DELETE WHERE 1 SETTINGS mutations_sync = 2',
    })
    const { dataDir } = log.config
    await log.close()
    await killOver(dataDir, 'replay')

    log = await TestLog.open(dataDir, { clickhouseUrl: server.url, until: 'idsKnown' })
    expect(await log.reconciliation.replay(() => {})).toMatchObject({ inserted: 0 })
    await expectAllOnce(log, driver)
  })

  it('counts as accepted when it is done, even if it bypasses the log', async () => {
    const { dataDir } = log.config
    await log.close()
    await killOver(dataDir, 'import')

    log = await TestLog.open(dataDir, { clickhouseUrl: server.url, until: 'idsKnown' })
    expect(await log.delivery()).toMatchObject({ accepted: 3, stored: 3 })
    expectReconciled(await log.reconcile())
  })
})
