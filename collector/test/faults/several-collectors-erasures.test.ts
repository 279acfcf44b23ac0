import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { FaultyProxy } from './harness/faulty-proxy.ts'
import { filesThatName } from './harness/files-that-name.ts'
import { LoadDriver, overHttp } from './harness/load-driver.ts'
import { expectAuditToBeClean } from './harness/oracle.ts'
import { askToErase, evenAccount, PATIENCE_MS, SharedServer, signIn } from './harness/shared-server.ts'
import { countStored } from './harness/stored-rows.ts'
import { until } from './harness/until.ts'
import { aVisit } from './harness/visit.ts'

const FORGOTTEN = 'session_1763632800000_forgotten'
const KEPT = 'session_1763632800000_remembered'

let shared: SharedServer

beforeEach(async () => {
  shared = await SharedServer.start()
})

/** Two of them; what the second one says to ClickHouse goes through a proxy. */
async function oneBehindProxy() {
  const proxy = await FaultyProxy.start(shared.server.port)
  const [a, b] = await Promise.all([
    shared.collector('a'),
    shared.collector('b', { CLICKHOUSE_URL: proxy.url }),
  ])
  return { a, b, proxy, admin: await signIn(a), driver: new LoadDriver({ oldSessions: false }) }
}

describe('several collectors on one ClickHouse', () => {
  it('erase a session together: rows that wait in the log of another one go too', async () => {
    const { a, b, proxy, admin, driver } = await oneBehindProxy()
    await driver.deliver(aVisit(KEPT), overHttp(a.site))
    await driver.deliver(aVisit(FORGOTTEN), overHttp(a.site))
    await driver.deliver(aVisit(FORGOTTEN), overHttp(b.site))
    await evenAccount(admin, driver)
    await proxy.make('refuse')
    const late = aVisit(FORGOTTEN)
    await driver.deliver({ ...late, events: late.events.slice(0, 3) }, overHttp(b.site))

    await askToErase(a, FORGOTTEN)
    await sleep(2_000)
    // It waits for the other one, which is not gone but cannot sign.
    expect(await countStored(shared.clickhouse.reader, `session_id = '${FORGOTTEN}'`)).toBeGreaterThan(0)
    await proxy.make('none')
    await until(
      'the session is forgotten',
      async () => {
        const rows = await countStored(shared.clickhouse.reader, `session_id = '${FORGOTTEN}'`)
        return (rows === 0 && filesThatName(a.dataDir, FORGOTTEN).length === 0) || undefined
      },
      PATIENCE_MS,
    )
    expect(filesThatName(b.dataDir, FORGOTTEN)).toEqual([])
    expect(filesThatName(a.dataDir, KEPT).length).toBeGreaterThan(0)
    // Nor does any of them take more of it.
    for (const { site } of [a, b])
      expect(await overHttp(site)(aVisit(FORGOTTEN))).toMatchObject({ accepted: 0, duplicates: 0 })
    const account = await evenAccount(admin, driver)
    expect(account.stored).toBe(7)
    expect(account.erased).toBe(account.accepted - 7)
    expectAuditToBeClean(await admin.audit())
  })

  it('count a session once that is asked of two of them at once', async () => {
    const [a, b] = await Promise.all([shared.collector('a'), shared.collector('b')])
    const admin = await signIn(a)
    const driver = new LoadDriver({ oldSessions: false })
    await driver.deliver(aVisit(FORGOTTEN), overHttp(a.site))
    await driver.deliver(aVisit(KEPT), overHttp(b.site))
    await evenAccount(admin, driver)
    await Promise.all([askToErase(a, FORGOTTEN), askToErase(b, FORGOTTEN)])
    await until(
      'the session is forgotten',
      async () => {
        const files = [a, b].flatMap(({ dataDir }) => filesThatName(dataDir, FORGOTTEN))
        return files.length === 0 || undefined
      },
      PATIENCE_MS,
    )
    expect(await evenAccount(admin, driver)).toMatchObject({ accepted: 14, stored: 7, erased: 7 })
    expectAuditToBeClean(await admin.audit())
  })

  it.each(['erasure.requested', 'erasure.counted-here'])(
    'erase a session together, though one of them dies on the way: %s',
    async (failpoint) => {
      const dying = shared.collector('b', { FAILPOINT: failpoint })
      const [a, b] = await Promise.all([shared.collector('a'), dying])
      const admin = await signIn(a)
      const driver = new LoadDriver({ oldSessions: false })
      await driver.deliver(aVisit(FORGOTTEN), overHttp(a.site))
      await driver.deliver(aVisit(FORGOTTEN), overHttp(b.site))
      await driver.deliver(aVisit(KEPT), overHttp(b.site))
      await evenAccount(admin, driver)
      // The first point is met by whoever is asked, the second by the other.
      await askToErase(failpoint === 'erasure.requested' ? b : a, FORGOTTEN).catch(() => {})
      expect(await b.ended).toMatchObject({ signal: 'SIGKILL' })
      await shared.collector('b')
      await until(
        'the session is forgotten',
        () => [a, b].every(({ dataDir }) => filesThatName(dataDir, FORGOTTEN).length === 0) || undefined,
        PATIENCE_MS,
      )
      const account = await evenAccount(admin, driver)
      expect(account).toMatchObject({ stored: 7, erased: account.accepted - 7 })
      expectAuditToBeClean(await admin.audit())
    },
    240_000,
  )

  it('erase a session without one that was killed, which forgets its part when it is back', async () => {
    const { a, b, proxy, admin, driver } = await oneBehindProxy()
    await driver.deliver(aVisit(KEPT), overHttp(b.site))
    await driver.deliver(aVisit(FORGOTTEN), overHttp(a.site))
    await evenAccount(admin, driver)
    await proxy.make('refuse')
    await driver.deliver(aVisit(FORGOTTEN), overHttp(b.site))
    await b.kill()

    await askToErase(a, FORGOTTEN)
    await until(
      'the session is forgotten where somebody is',
      () => filesThatName(a.dataDir, FORGOTTEN).length === 0 || undefined,
      PATIENCE_MS,
    )
    expect(await countStored(shared.clickhouse.reader, `session_id = '${FORGOTTEN}'`)).toBe(0)
    const again = await shared.collector('b')
    const files = () => filesThatName(b.dataDir, FORGOTTEN).length
    await until('the rest is forgotten', () => files() === 0 || undefined, PATIENCE_MS)
    expect(await countStored(shared.clickhouse.reader, `session_id = '${FORGOTTEN}'`)).toBe(0)
    const account = await evenAccount(await signIn(again), driver)
    expect(account.stored).toBe(7)
    expectAuditToBeClean(await admin.audit())
    expectAuditToBeClean(await (await signIn(again)).audit())
  })
})
