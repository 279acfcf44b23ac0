import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { TestLog } from './harness/event-log.ts'
import type { FaultyProxy, Trouble } from './harness/faulty-proxy.ts'
import type { LoadDriver } from './harness/load-driver.ts'
import { expectAllOnce, expectReconciled } from './harness/oracle.ts'
import { startRemote } from './harness/remote.ts'
import { countStored } from './harness/stored-rows.ts'
import { until } from './harness/until.ts'
import { aSession } from './harness/session.ts'

/** Longer than any test: a client of a silent server waits for ever. */
const NEVER_MS = 3_600_000

let proxy: FaultyProxy
let log: TestLog
let driver: LoadDriver

beforeEach(async () => {
  ;({ proxy, log, driver } = await startRemote(2_000))
})

describe('a ClickHouse server that cannot be reached', () => {
  it.each<Trouble>(['refuse', 'black-hole'])(
    'delays no response, and gets everything later: %s',
    async (trouble) => {
      await driver.sendFor(300, log.deliver)
      await proxy.make(trouble)
      const before = driver.acknowledged
      driver.start(log.deliver)
      const { spool } = log.events
      await until('enough has arrived', () => driver.acknowledged > before + 100 && spool.pendingRows > 300)
      // Every request gets a response while the database gives none.
      await driver.stop()
      await proxy.make('none')
      await driver.deliverRest(log.deliver)
      await expectAllOnce(log, driver)
    },
  )

  it('does not delay beacons of old sessions, whose assignments only it has', async () => {
    const longTimeoutLog = await TestLog.open(join(temporaryDirectory(), 'data'), {
      clickhouseUrl: proxy.url,
      requestTimeoutMs: NEVER_MS,
      until: 'idsKnown',
    })
    await proxy.make('black-hole')
    expect(await longTimeoutLog.deliver(aSession('session_1_old0'))).toMatchObject({ accepted: 7 })
    await proxy.make('none')
  })

  it('does not lose an erasure request', async () => {
    const [erased, kept] = ['session_1763632800000_erased', 'session_1763632800000_remembered']
    await log.deliver(aSession(erased))
    await log.deliver(aSession(kept))
    await log.idle()
    await proxy.make('refuse')
    await log.reconciliation.erasures.request(erased)
    expect(await log.deliver(aSession(erased))).toMatchObject({ accepted: 0 })
    expect(await log.deliver(aSession(kept))).toMatchObject({ accepted: 6 })
    await proxy.make('none')
    await log.reconciliation.erasures.idle()
    await log.idle()
    expect(await log.delivery()).toMatchObject({ accepted: 20, stored: 13, erased: 7 })
    expect(await countStored(log.clickhouse.reader, `session_id = '${erased}'`)).toBe(0)
    expectReconciled(await log.reconcile())
  })
})
