import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../run-command.ts'
import { Admin } from './harness/admin.ts'
import { CollectorProcess } from './harness/collector-process.ts'
import { type Deliver, LoadDriver, overHttp } from './harness/load-driver.ts'
import { expectAuditToBeClean, expectTablesToMatch } from './harness/oracle.ts'
import { ADMIN, askToErase, evenAccount, PATIENCE_MS, SharedServer, signIn } from './harness/shared-server.ts'
import { until } from './harness/until.ts'
import { aVisit } from './harness/visit.ts'

const FORGOTTEN = 'session_1763632800000_forgotten'
const KEPT = 'session_1763632800000_remembered'

let shared: SharedServer

beforeEach(async () => {
  shared = await SharedServer.start()
})

/** Each session to a collector of its own, as the proxy leads it. */
function bySession(collectors: readonly CollectorProcess[]): Deliver {
  return (beacon) => {
    const at = beacon.session_id.charCodeAt(beacon.session_id.length - 1) % collectors.length
    return overHttp(collectors[at]?.site ?? '')(beacon)
  }
}

describe('several collectors on one ClickHouse', () => {
  it('have one account, whichever is asked, and one audit while all of them write; one is killed in between', async () => {
    const [a, b, c] = await Promise.all([shared.collector('a'), shared.collector('b'), shared.collector('c')])
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

    const again = await shared.collector('b')
    await driver.deliverRest(bySession([a, again, c]))
    const accounts = [await evenAccount(admin, driver), await evenAccount(other, driver)]
    accounts.push(await evenAccount(await signIn(again), driver))
    for (const { collectors, last_audit: _, ...sums } of accounts) {
      expect(collectors).toHaveLength(3)
      const { collectors: __, last_audit: ___, ...expected } = accounts[0] ?? {}
      expect(sums).toEqual(expected)
    }
    expectAuditToBeClean(await admin.audit())
    await expectTablesToMatch(shared.clickhouse.reader, driver.log)

    // One that has ended in order is none whose books are old.
    await c.stop()
    const after = await evenAccount(admin, driver)
    expect(after.collectors?.map(({ state }) => state).toSorted()).toEqual(['here', 'stopped', 'writing'])
    const last = await admin.audit()
    expectAuditToBeClean(last)
    expect(last.in_motion).toBeUndefined()
  })

  it('close the books of one that was lost with its log', async () => {
    const [a, b] = await Promise.all([shared.collector('a'), shared.collector('b')])
    const admin = await signIn(a)
    const driver = new LoadDriver({ oldSessions: false })
    shared.server.plan({
      times: 10_000,
      exception: { code: 241, message: 'Memory limit (total) exceeded' },
    })
    await driver.deliver(aVisit(KEPT), overHttp(b.site))
    const lost = await until('its books are read', async () => {
      const { collectors = [] } = await admin.delivery()
      return collectors.find(({ state, pending }) => state === 'writing' && pending === 7)
    })
    await expect(admin.operate('collectors', { gone: lost.id })).rejects.toThrow('Stop it first')
    await b.kill()
    shared.server.plan({ times: 0 })
    await driver.deliver(aVisit(FORGOTTEN), overHttp(a.site))
    const declared = () => admin.operate('collectors', { gone: lost.id }).catch(() => undefined)
    await until('its books are old', declared, PATIENCE_MS)

    const account = await evenAccount(admin, driver)
    expect(account).toMatchObject({ accepted: 14, stored: 7, dead_letters: 7, pending: 0 })
    expect(account.collectors?.map(({ state }) => state)).toEqual(['here', 'gone'])
    const audit = await admin.audit()
    expectAuditToBeClean(audit)
    expect(audit.in_motion).toBeUndefined()
  })

  it('are backed up by one of them, and restored as one collector with the account of all', async () => {
    const [a, b] = await Promise.all([shared.collector('a'), shared.collector('b')])
    const admin = await signIn(a)
    const driver = new LoadDriver({ oldSessions: false })
    await driver.deliver(aVisit(KEPT), overHttp(a.site))
    await driver.deliver(aVisit(FORGOTTEN), overHttp(b.site))
    await driver.deliver(aVisit(FORGOTTEN), overHttp(b.site))
    await askToErase(a, FORGOTTEN)
    await until('the session is forgotten', async () => {
      const { erased, stored } = await admin.delivery()
      return (erased > 0 && stored === 7) || undefined
    })
    await driver.deliver(aVisit('session_1763632800000_third'), overHttp(b.site))
    const before = await evenAccount(admin, driver)
    const backup = join(shared.directory, 'backup.tar')
    const { account } = (await admin.operate('backup', { file: backup })) as { account: object }
    const { accepted, duplicates, stored, erased } = before
    expect(account).toMatchObject({ accepted, duplicates, stored, erased, pending: 0 })
    expect(stored).toBe(14)

    await b.kill()
    const refused = () =>
      admin.operate('backup', { file: join(shared.directory, 'another.tar') }).then(
        () => undefined,
        ({ message }: Error) => (/are old/.test(message) ? message : undefined),
      )
    expect(await until('its books are old', refused, PATIENCE_MS)).toContain('collectors --gone <id>')
    expect(existsSync(join(shared.directory, 'another.tar'))).toBe(false)

    const restored = join(shared.directory, 'restored')
    expect((await runCommand('restore.ts', restored, backup))['account']).toEqual(account)
    const again = await CollectorProcess.start(restored)
    const alone = await Admin.signIn(again, ADMIN)
    expectAuditToBeClean(await alone.audit())
    expect(await alone.delivery()).toMatchObject(account)
    expect(await overHttp(again.site)(aVisit(FORGOTTEN))).toMatchObject({ accepted: 0 })
  })
})
