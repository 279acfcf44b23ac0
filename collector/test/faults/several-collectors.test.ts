import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../run-command.ts'
import { CollectorProcess } from './harness/collector-process.ts'
import { type Deliver, LoadDriver, overHttp } from './harness/load-driver.ts'
import { expectReconciled, expectTablesToMatch } from './harness/oracle.ts'
import { fullReport, requestErasure, SharedServers, signIn } from './harness/shared-servers.ts'
import { until } from './harness/until.ts'
import { aSession } from './harness/session.ts'

const ERASED = 'session_1763632800000_erased'
const KEPT = 'session_1763632800000_remembered'

let shared: SharedServers

beforeEach(async () => {
  shared = await SharedServers.start()
})

/** Each session to a collector of its own, as the proxy leads it. */
function bySession(collectors: readonly CollectorProcess[]): Deliver {
  return (beacon) => {
    const at = beacon.session_id.charCodeAt(beacon.session_id.length - 1) % collectors.length
    return overHttp(collectors[at]?.site ?? '')(beacon)
  }
}

describe('several collectors on one ClickHouse', () => {
  it('have one delivery report, and each reconciles its own rows while all of them load and one is killed', async () => {
    // It stays live on a busy machine.
    const longTimeout = { HEARTBEAT_TIMEOUT_SECONDS: '60' }
    const [a, b, c] = await Promise.all([
      shared.collector('a'),
      shared.collector('b'),
      shared.collector('c', longTimeout),
    ])
    const [admin, other] = await Promise.all([signIn(a), signIn(c)])
    const driver = new LoadDriver({ oldSessions: false })
    driver.start(bySession([a, b, c]))
    await driver.untilAcknowledged(50)
    for (const result of await Promise.all([admin.reconcile(), other.reconcile()])) expectReconciled(result)
    await b.kill()
    await driver.stop()

    const states = async () => (await admin.delivery()).collectors?.map(({ state }) => state).toSorted()
    await until('the heartbeat of the killed one expires', async () =>
      isDeepStrictEqual(await states(), ['expired', 'here', 'live']),
    )
    const without = await admin.reconcile()
    expectReconciled(without)
    expect(without.skipped?.filter((name) => name.startsWith('accepted = stored'))).toHaveLength(1)

    const again = await shared.collector('b')
    await driver.deliverRest(bySession([a, again, c]))
    const reports = [await fullReport(admin, driver), await fullReport(other, driver)]
    reports.push(await fullReport(await signIn(again), driver))
    for (const { collectors, last_reconciliation: _, ...sums } of reports) {
      expect(collectors).toHaveLength(3)
      const { collectors: __, last_reconciliation: ___, ...expected } = reports[0] ?? {}
      expect(sums).toEqual(expected)
    }
    await expectTablesToMatch(shared.clickhouse.reader, driver.log)

    // The figures of one that has shut down in order stand, and are compared.
    await c.stop()
    await until('it has stopped', async () => (await states())?.includes('stopped'))
    const last = await admin.reconcile()
    expectReconciled(last)
    expect(last.findings.filter(({ name }) => name.endsWith('(stopped)'))).toHaveLength(2)
  })

  it('retire one that was lost with its log: its pending rows count as dead letters', async () => {
    // It stays live on a busy machine.
    const longTimeout = { HEARTBEAT_TIMEOUT_SECONDS: '60' }
    const [a, b] = await Promise.all([shared.collector('a'), shared.collector('b', longTimeout)])
    const admin = await signIn(a)
    const driver = new LoadDriver({ oldSessions: false })
    // Migrations insert as well.
    for (const one of [admin, await signIn(b)]) await one.operate('collectors')
    shared.server.plan({
      times: 10_000,
      exception: { code: 241, message: 'Memory limit (total) exceeded' },
    })
    await driver.deliver(aSession(KEPT), overHttp(b.site))
    const lost = await until('its heartbeat says so', async () => {
      const { collectors = [], oldest_pending_ms } = await admin.delivery()
      const behind = collectors.find(({ state, pending }) => state === 'live' && pending === 7)
      // The figures end there, whichever collector responds.
      return oldest_pending_ms > 0 ? behind : undefined
    })
    await expect(admin.operate('collectors', { retire: lost.id })).rejects.toThrow('Stop it first')
    await b.kill()
    shared.server.plan({ times: 0 })
    await driver.deliver(aSession(ERASED), overHttp(a.site))
    await shared.expireHeartbeat(lost.id)
    await admin.operate('collectors', { retire: lost.id })

    const report = await fullReport(admin, driver)
    expect(report).toMatchObject({ accepted: 14, stored: 7, dead_letters: 7, pending: 0 })
    expect(report.collectors?.map(({ state }) => state)).toEqual(['here', 'retired'])
    const result = await admin.reconcile()
    expectReconciled(result)
    expect(result.skipped).toBeUndefined()
  })

  it('are backed up by one of them, and restored as one collector with all rows', async () => {
    const [a, b] = await Promise.all([shared.collector('a'), shared.collector('b')])
    const admin = await signIn(a)
    const driver = new LoadDriver({ oldSessions: false })
    await driver.deliver(aSession(KEPT), overHttp(a.site))
    await driver.deliver(aSession(ERASED), overHttp(b.site))
    await requestErasure(a, ERASED)
    await until('the session is erased', async () => {
      // A busy machine may not count in time.
      const report = await admin.delivery().catch(() => undefined)
      return report?.erased === 7 && report.stored === 7
    })
    await driver.deliver(aSession('session_1763632800000_third'), overHttp(b.site))
    // It waits for the other one to load what it accepted.
    const backup = join(shared.directory, 'backup.tar')
    await admin.operate('backup', { file: backup, unencrypted: 'true' })
    const before = await fullReport(admin, driver)
    expect(before).toMatchObject({ accepted: 21, stored: 14, erased: 7 })
    await b.kill()
    expect(existsSync(backup)).toBe(true)

    const restored = join(shared.directory, 'restored')
    await runCommand('restore.ts', restored, backup)
    const again = await CollectorProcess.start(restored)
    const alone = await signIn(again)
    expectReconciled(await alone.reconcile())
    const { accepted, stored, erased, received, duplicates } = before
    expect(await alone.delivery()).toMatchObject({
      accepted,
      stored,
      erased,
      received,
      duplicates,
      pending: 0,
    })
    expect(await overHttp(again.site)(aSession(ERASED))).toMatchObject({ accepted: 0 })
  })
})
