import { beforeEach, describe, expect, it } from 'vitest'
import { type TestLog, useEventLog } from './harness/event-log.ts'
import { LoadDriver } from './harness/load-driver.ts'
import { expectAllOnce } from './harness/oracle.ts'
import { until } from './harness/until.ts'

const eventLog = useEventLog()
let log: TestLog
let driver: LoadDriver

beforeEach(async () => {
  log = await eventLog.open()
  driver = new LoadDriver({ oldSessions: false })
})

async function expectNoneSetAside(): Promise<void> {
  await expectAllOnce(log, driver)
  expect(await log.delivery()).toMatchObject({ dead_letters: 0 })
}

/** Inserts that the server received again. */
const repeated = () => {
  const { inserts } = eventLog.server
  return inserts.length - new Set(inserts.map(({ token }) => token)).size
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
      eventLog.server.plan({ times: 2, exception })
      driver.start(log.deliver)
      await until(exception.message, () => repeated() >= 2 * (i + 1))
      await driver.stop()
      await log.idle()
      expect(repeated(), exception.message).toBe(2 * (i + 1))
      // A connection that fails on a slow machine is one more.
      expect(unconfirmed(), exception.message).toBeGreaterThanOrEqual(2 * (i + 1))
    }
    await expectNoneSetAside()
  })

  it('may respond with one after it stored the rows', async () => {
    eventLog.server.plan({
      times: 3,
      exception: { code: 210, message: 'Connection reset by peer', done: true },
    })
    await driver.sendFor(800, log.deliver)
    await expectNoneSetAside()
  })

  it('may lack a table temporarily', async () => {
    await log.clickhouse.migrator.command({
      query: 'RENAME TABLE analytics.click_events TO analytics.renamed',
    })
    await driver.sendFor(1_000, log.deliver)
    await log.clickhouse.migrator.command({
      query: 'RENAME TABLE analytics.renamed TO analytics.click_events',
    })
    await expectNoneSetAside()
  })
})
