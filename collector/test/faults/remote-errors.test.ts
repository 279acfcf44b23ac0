import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { ClickHouseServer } from './harness/clickhouse-server.ts'
import { TestLog } from './harness/event-log.ts'
import { LoadDriver } from './harness/load-driver.ts'
import { expectReportToAddUp, expectReconciled, expectTablesToMatch } from './harness/oracle.ts'
import { until } from './harness/until.ts'

let server: ClickHouseServer
let log: TestLog
let driver: LoadDriver

beforeEach(async () => {
  const directory = temporaryDirectory()
  server = await ClickHouseServer.start(join(directory, 'clickhouse'))
  log = await TestLog.open(join(directory, 'data'), { clickhouseUrl: server.url })
  await log.events.idsKnown
  driver = new LoadDriver({ oldSessions: false })
})

async function expectAllOnce(): Promise<void> {
  await log.idle()
  const delivery = await log.reconciliation.delivery()
  expectReportToAddUp(delivery, driver.log)
  expect(delivery.dead_letters).toBe(0)
  expectReconciled(await log.reconciliation.reconcile())
  await expectTablesToMatch(log.clickhouse.reader, driver.log)
}

const unconfirmed = () => log.lines.filter((line) => line.includes('not confirmed')).length

describe('a ClickHouse server that responds with errors', () => {
  it('is retried until it accepts the rows, and none is set aside', async () => {
    const passing = [
      {
        code: 252,
        message: 'Too many parts (3000). Merges are processing significantly slower than inserts',
      },
      { code: 241, message: 'Memory limit (total) exceeded' },
      { code: 202, message: 'Too many simultaneous queries. Maximum: 100' },
      { code: 516, message: 'collector: Authentication failed' },
      { code: 243, message: 'Cannot reserve 1.00 MiB, not enough space' },
      { code: 242, message: 'Table is in readonly mode' },
    ]
    for (const [i, exception] of passing.entries()) {
      server.plan({ times: 2, exception })
      driver.start(log.deliver)
      await until(exception.message, () => unconfirmed() >= 2 * (i + 1) || undefined)
      await driver.stop()
      await log.idle()
      expect(unconfirmed(), exception.message).toBe(2 * (i + 1))
    }
    await expectAllOnce()
  })

  it('may respond with one after it stored the rows', async () => {
    server.plan({ times: 3, exception: { code: 210, message: 'Connection reset by peer', done: true } })
    await driver.sendFor(800, log.deliver)
    await expectAllOnce()
  })

  it('may lack a table temporarily', async () => {
    await log.clickhouse.migrator.command({
      query: 'RENAME TABLE analytics.click_events TO analytics.renamed',
    })
    await driver.sendFor(1_000, log.deliver)
    await log.clickhouse.migrator.command({
      query: 'RENAME TABLE analytics.renamed TO analytics.click_events',
    })
    await expectAllOnce()
  })
})
