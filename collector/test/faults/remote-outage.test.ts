import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { ClickHouseServer } from './harness/clickhouse-server.ts'
import { TestLog } from './harness/event-log.ts'
import { FaultyProxy, type Trouble } from './harness/faulty-proxy.ts'
import { LoadDriver } from './harness/load-driver.ts'
import { expectAccountToBeEven, expectAuditToBeClean, expectTablesToMatch } from './harness/oracle.ts'
import { countStored } from './harness/stored-rows.ts'
import { aVisit } from './harness/visit.ts'

const TIMEOUT_MS = 2_000

let server: ClickHouseServer
let proxy: FaultyProxy
let log: TestLog
let driver: LoadDriver

beforeEach(async () => {
  const directory = temporaryDirectory()
  server = await ClickHouseServer.start(join(directory, 'clickhouse'))
  proxy = await FaultyProxy.start(server.port)
  log = await TestLog.open(join(directory, 'data'), {
    clickhouseUrl: proxy.url,
    requestTimeoutMs: TIMEOUT_MS,
  })
  await log.events.ready
  driver = new LoadDriver({ oldSessions: false })
})

async function expectAllOnce(): Promise<void> {
  await driver.deliverRest(log.deliver)
  await log.idle()
  expectAccountToBeEven(await log.account.delivery(), driver.log)
  expectAuditToBeClean(await log.account.audit())
  await expectTablesToMatch(log.clickhouse.reader, driver.log)
}

describe('a ClickHouse server that cannot be reached', () => {
  it.each<Trouble>(['refuse', 'black-hole'])(
    'keeps nobody waiting, and gets all of it later: %s',
    async (trouble) => {
      await driver.sendFor(300, log.deliver)
      await proxy.make(trouble)
      driver.latencies.length = 0
      await driver.sendFor(3_000, log.deliver)
      // Nobody's acknowledgement waited for the database.
      expect(Math.max(...driver.latencies)).toBeLessThan(TIMEOUT_MS)
      expect(driver.latencies.length).toBeGreaterThan(100)
      expect(log.events.spool.pendingRows).toBeGreaterThan(300)
      await proxy.make('none')
      await expectAllOnce()
    },
  )

  it('does not hold up beacons of old sessions, whose assignments only it knows', async () => {
    const patient = await TestLog.open(join(temporaryDirectory(), 'data'), { clickhouseUrl: proxy.url })
    await patient.events.ready
    await proxy.make('black-hole')
    const begun = performance.now()
    expect(await patient.deliver(aVisit('session_1_old0'))).toMatchObject({ accepted: 7 })
    expect(performance.now() - begun).toBeLessThan(5_000)
    await proxy.make('none')
  })

  it('keeps a promise to erase until it is back', async () => {
    const [forgotten, kept] = ['session_1763632800000_forgotten', 'session_1763632800000_remembered']
    await log.deliver(aVisit(forgotten))
    await log.deliver(aVisit(kept))
    await log.idle()
    await proxy.make('refuse')
    await log.account.eraser.request(forgotten)
    expect(await log.deliver(aVisit(forgotten))).toMatchObject({ accepted: 0 })
    expect(await log.deliver(aVisit(kept))).toMatchObject({ accepted: 6 })
    await proxy.make('none')
    await log.account.eraser.idle()
    await log.idle()
    expect(await log.account.delivery()).toMatchObject({ accepted: 20, stored: 13, erased: 7 })
    expect(await countStored(log.clickhouse.reader, `session_id = '${forgotten}'`)).toBe(0)
    expectAuditToBeClean(await log.account.audit())
  })
})
