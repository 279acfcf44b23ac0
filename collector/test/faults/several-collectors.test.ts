import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ClickHouse, openClickHouse } from '../../src/clickhouse/open-clickhouse.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { runCommand } from '../run-command.ts'
import { Admin } from './harness/admin.ts'
import { ClickHouseServer } from './harness/clickhouse-server.ts'
import { CollectorProcess } from './harness/collector-process.ts'
import { FaultyProxy } from './harness/faulty-proxy.ts'
import { filesThatName } from './harness/files-that-name.ts'
import { type Deliver, LoadDriver, overHttp } from './harness/load-driver.ts'
import { expectAccountToBeEven, expectAuditToBeClean, expectTablesToMatch } from './harness/oracle.ts'
import { countStored } from './harness/stored-rows.ts'
import { until } from './harness/until.ts'
import { aVisit } from './harness/visit.ts'

const ADMIN = { email: 'admin@halfmeasure.test', password: 'not-the-default-1' }
/** Enough for a machine that does other things too to write its books in time; waits are shorter than with the default. */
const COLLECTOR_SILENCE_SECONDS = '10'
const PATIENCE_MS = 90_000
const FORGOTTEN = 'session_1763632800000_forgotten'
const KEPT = 'session_1763632800000_remembered'

let directory: string
let server: ClickHouseServer
let clickhouse: ClickHouse

beforeEach(async () => {
  directory = temporaryDirectory()
  server = await ClickHouseServer.start(join(directory, 'clickhouse'))
  clickhouse = await openClickHouse({ kind: 'server', url: server.url })
})

/** A collector by name, in a directory of its own: the same one at each start. */
function start(name: string, env: Record<string, string> = {}): Promise<CollectorProcess> {
  return CollectorProcess.start(join(directory, name, 'data'), {
    CLICKHOUSE_URL: server.url,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    COLLECTOR_SILENCE_SECONDS,
    ...env,
  })
}

const signIn = (collector: CollectorProcess) => Admin.signIn(collector, ADMIN)

/** Each session to a collector of its own, as the proxy leads it. */
function bySession(collectors: readonly CollectorProcess[]): Deliver {
  return (beacon) => {
    const at = beacon.session_id.charCodeAt(beacon.session_id.length - 1) % collectors.length
    return overHttp(collectors[at]?.site ?? '')(beacon)
  }
}

/** The account of all, once their books have caught up with what the senders know. */
function evenAccount(admin: Admin, driver: LoadDriver) {
  const { receipts } = driver.log
  return until(
    'the account of all collectors adds up',
    async () => {
      const delivery = await admin.delivery()
      const { accepted, duplicates, stored, dead_letters, erased, pending, collectors } = delivery
      if (pending > 0 || collectors?.some(({ state }) => state === 'old')) return undefined
      const refused = Object.values(delivery.rejected).reduce((sum, count) => sum + count, 0)
      if (accepted < receipts.accepted || duplicates < receipts.duplicates) return undefined
      if (refused < receipts.rejected) return undefined
      if (accepted !== stored + dead_letters + erased) return undefined
      expectAccountToBeEven(delivery, driver.log)
      return delivery
    },
    PATIENCE_MS,
  )
}

async function erase(collector: CollectorProcess, session_id: string): Promise<void> {
  const response = await fetch(`${collector.site}/api/erasure`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ session_id }),
  })
  expect(response.status).toBe(202)
}

describe('several collectors on one ClickHouse', () => {
  it('have one account, whichever is asked, and one audit while all of them write; one is killed in between', async () => {
    const [a, b, c] = await Promise.all([start('a'), start('b'), start('c')])
    const [admin, other] = await Promise.all([signIn(a), signIn(c)])
    const driver = new LoadDriver({ oldSessions: false })
    driver.start(bySession([a, b, c]))
    await sleep(2_000)
    const [first, second] = await Promise.all([admin.audit(), other.audit()])
    for (const audit of [first, second]) {
      expectAuditToBeClean(audit)
      expect(audit.in_motion).toBeUndefined()
    }
    await b.kill()
    await driver.stop()

    const broken = await until(
      'the books of the killed one are old',
      async () => {
        const delivery = await admin.delivery()
        return delivery.collectors?.some(({ state }) => state === 'old') ? delivery : undefined
      },
      PATIENCE_MS,
    )
    expect(broken.collectors?.map(({ state }) => state).toSorted()).toEqual(['here', 'old', 'writing'])
    const without = await admin.audit()
    expectAuditToBeClean(without)
    expect(without.in_motion).toHaveLength(1)
    expect(without.in_motion?.[0]).toMatch(/^accepted = .*: the books of collector [0-9a-f-]{36} are old$/)

    const again = await start('b')
    await driver.deliverRest(bySession([a, again, c]))
    const accounts = [await evenAccount(admin, driver), await evenAccount(other, driver)]
    accounts.push(await evenAccount(await signIn(again), driver))
    for (const { collectors, last_audit: _, ...sums } of accounts) {
      expect(collectors).toHaveLength(3)
      const { collectors: __, last_audit: ___, ...expected } = accounts[0] ?? {}
      expect(sums).toEqual(expected)
    }
    expectAuditToBeClean(await admin.audit())
    await expectTablesToMatch(clickhouse.reader, driver.log)

    // One that has ended in order is none whose books are old.
    await c.stop()
    const after = await evenAccount(admin, driver)
    expect(after.collectors?.map(({ state }) => state).toSorted()).toEqual(['here', 'stopped', 'writing'])
    const last = await admin.audit()
    expectAuditToBeClean(last)
    expect(last.in_motion).toBeUndefined()
  }, 300_000)

  it('close the books of one that was lost with its log', async () => {
    const [a, b] = await Promise.all([start('a'), start('b')])
    const admin = await signIn(a)
    const driver = new LoadDriver({ oldSessions: false })
    await server.plan({ times: 10_000, exception: { code: 241, message: 'Memory limit (total) exceeded' } })
    await driver.deliver(aVisit(KEPT), overHttp(b.site))
    const lost = await until('its books are read', async () => {
      const { collectors = [] } = await admin.delivery()
      return collectors.find(({ state, pending }) => state === 'writing' && pending === 7)
    })
    await expect(admin.operate('collectors', { gone: lost.id })).rejects.toThrow('Stop it first')
    await b.kill()
    await server.plan({ times: 0 })
    await driver.deliver(aVisit(FORGOTTEN), overHttp(a.site))
    const declared = () => admin.operate('collectors', { gone: lost.id }).catch(() => undefined)
    await until('its books are old', declared, PATIENCE_MS)

    const account = await evenAccount(admin, driver)
    expect(account).toMatchObject({ accepted: 14, stored: 7, dead_letters: 7, pending: 0 })
    expect(account.collectors?.map(({ state }) => state)).toEqual(['here', 'gone'])
    const audit = await admin.audit()
    expectAuditToBeClean(audit)
    expect(audit.in_motion).toBeUndefined()
  }, 240_000)

  it('are backed up by one of them, and restored as one collector with the account of all', async () => {
    const [a, b] = await Promise.all([start('a'), start('b')])
    const admin = await signIn(a)
    const driver = new LoadDriver({ oldSessions: false })
    await driver.deliver(aVisit(KEPT), overHttp(a.site))
    await driver.deliver(aVisit(FORGOTTEN), overHttp(b.site))
    await driver.deliver(aVisit(FORGOTTEN), overHttp(b.site))
    await erase(a, FORGOTTEN)
    await until('the session is forgotten', async () => {
      const { erased, stored } = await admin.delivery()
      return (erased > 0 && stored === 7) || undefined
    })
    await driver.deliver(aVisit('session_1763632800000_third'), overHttp(b.site))
    const before = await evenAccount(admin, driver)
    const backup = join(directory, 'backup.tar')
    const { account } = (await admin.operate('backup', { file: backup })) as { account: object }
    const { accepted, duplicates, stored, erased } = before
    expect(account).toMatchObject({ accepted, duplicates, stored, erased, pending: 0 })
    expect(stored).toBe(14)

    await b.kill()
    const refused = () =>
      admin.operate('backup', { file: join(directory, 'another.tar') }).then(
        () => undefined,
        ({ message }: Error) => (/are old/.test(message) ? message : undefined),
      )
    expect(await until('its books are old', refused, PATIENCE_MS)).toContain('collectors --gone <id>')
    expect(existsSync(join(directory, 'another.tar'))).toBe(false)

    const restored = join(directory, 'restored')
    expect((await runCommand('restore.ts', restored, backup))['account']).toEqual(account)
    const again = await CollectorProcess.start(restored)
    const alone = await Admin.signIn(again, ADMIN)
    expectAuditToBeClean(await alone.audit())
    expect(await alone.delivery()).toMatchObject(account)
    expect(await overHttp(again.site)(aVisit(FORGOTTEN))).toMatchObject({ accepted: 0 })
  }, 240_000)

  it('erase a session together: rows that wait in the log of another one go too', async () => {
    const proxy = await FaultyProxy.start(server.port)
    const [a, b] = await Promise.all([start('a'), start('b', { CLICKHOUSE_URL: proxy.url })])
    const admin = await signIn(a)
    const driver = new LoadDriver({ oldSessions: false })
    await driver.deliver(aVisit(KEPT), overHttp(a.site))
    await driver.deliver(aVisit(FORGOTTEN), overHttp(a.site))
    await driver.deliver(aVisit(FORGOTTEN), overHttp(b.site))
    await evenAccount(admin, driver)
    await proxy.make('refuse')
    const late = aVisit(FORGOTTEN)
    await driver.deliver({ ...late, events: late.events.slice(0, 3) }, overHttp(b.site))

    await erase(a, FORGOTTEN)
    await sleep(2_000)
    // It waits for the other one, which is not gone but cannot sign.
    expect(await countStored(clickhouse.reader, `session_id = '${FORGOTTEN}'`)).toBeGreaterThan(0)
    await proxy.make('none')
    await until(
      'the session is forgotten',
      async () => {
        const rows = await countStored(clickhouse.reader, `session_id = '${FORGOTTEN}'`)
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
  }, 180_000)

  it('count a session once that is asked of two of them at once', async () => {
    const [a, b] = await Promise.all([start('a'), start('b')])
    const admin = await signIn(a)
    const driver = new LoadDriver({ oldSessions: false })
    await driver.deliver(aVisit(FORGOTTEN), overHttp(a.site))
    await driver.deliver(aVisit(KEPT), overHttp(b.site))
    await evenAccount(admin, driver)
    await Promise.all([erase(a, FORGOTTEN), erase(b, FORGOTTEN)])
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
  }, 180_000)

  it.each(['erasure.requested', 'erasure.counted-here'])(
    'erase a session together, though one of them dies on the way: %s',
    async (failpoint) => {
      const dying = start('b', { FAILPOINT: failpoint })
      const [a, b] = await Promise.all([start('a'), dying])
      const admin = await signIn(a)
      const driver = new LoadDriver({ oldSessions: false })
      await driver.deliver(aVisit(FORGOTTEN), overHttp(a.site))
      await driver.deliver(aVisit(FORGOTTEN), overHttp(b.site))
      await driver.deliver(aVisit(KEPT), overHttp(b.site))
      await evenAccount(admin, driver)
      // The first point is met by whoever is asked, the second by the other.
      await erase(failpoint === 'erasure.requested' ? b : a, FORGOTTEN).catch(() => {})
      expect(await b.ended).toMatchObject({ signal: 'SIGKILL' })
      await start('b')
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
    const proxy = await FaultyProxy.start(server.port)
    const [a, b] = await Promise.all([start('a'), start('b', { CLICKHOUSE_URL: proxy.url })])
    const admin = await signIn(a)
    const driver = new LoadDriver({ oldSessions: false })
    await driver.deliver(aVisit(KEPT), overHttp(b.site))
    await driver.deliver(aVisit(FORGOTTEN), overHttp(a.site))
    await evenAccount(admin, driver)
    await proxy.make('refuse')
    await driver.deliver(aVisit(FORGOTTEN), overHttp(b.site))
    await b.kill()

    await erase(a, FORGOTTEN)
    await until(
      'the session is forgotten where somebody is',
      () => filesThatName(a.dataDir, FORGOTTEN).length === 0 || undefined,
      PATIENCE_MS,
    )
    expect(await countStored(clickhouse.reader, `session_id = '${FORGOTTEN}'`)).toBe(0)
    const again = await start('b')
    const files = () => filesThatName(b.dataDir, FORGOTTEN).length
    await until('the rest is forgotten', () => files() === 0 || undefined, PATIENCE_MS)
    expect(await countStored(clickhouse.reader, `session_id = '${FORGOTTEN}'`)).toBe(0)
    const account = await evenAccount(await signIn(again), driver)
    expect(account.stored).toBe(7)
    expectAuditToBeClean(await admin.audit())
    expectAuditToBeClean(await (await signIn(again)).audit())
  }, 240_000)
})
