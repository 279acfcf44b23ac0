import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { runCommand } from '../run-command.ts'
import { CollectorProcess } from './harness/collector-process.ts'
import type { TestLog } from './harness/event-log.ts'
import { type Deliver, LoadDriver, overHttp } from './harness/load-driver.ts'
import { expectReconciled, expectTablesToMatch } from './harness/oracle.ts'
import { fullReport, requestErasure, SharedServers, signIn, untilLoaded } from './harness/shared-servers.ts'
import { repeating, until } from './harness/until.ts'
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

  it('find sessions that differ from their events while all are live, and the nightly job rebuilds them', async () => {
    const [a, b] = await withoutSessions()
    expect((await a.reconcile()).findings.filter(({ left, right }) => left !== right)).toHaveLength(5)
    await repeating(() => a.reconciliation.nightly())
    expect(a.lines).toContain('warn: sessions differed from the raw rows, and are rebuilt')
    for (const log of [a, b]) {
      const result = await log.reconcile()
      expectReconciled(result)
      expect(result.skipped).toBeUndefined()
    }
  })

  it('find no difference in what another has half inserted, and wait until it is loaded', async () => {
    const [a, b] = await withoutSessions()
    const loaded = Promise.withResolvers<void>()
    const [[shard], [otherShard]] = [a.events.shards, b.events.shards]
    if (!shard || !otherShard) throw new Error('each has a shard')
    const paused = otherShard.loader.exclusively(() => loaded.promise)
    await b.deliver(aSession(KEPT))
    await b.reconciliation.coordination.heartbeat()
    const compare = vi.spyOn(shard.sessions, 'compare')
    const result = a.reconcile()
    await until('the sessions were compared', () => compare.mock.settledResults[0]?.type === 'fulfilled')
    await repeating(() => b.events.sessions.rebuild())
    expect(compare).toHaveBeenCalledOnce()
    loaded.resolve()
    await paused
    await untilLoaded(b)
    expectReconciled(await result)
    expect((await result).skipped).toBeUndefined()
    expect(compare).toHaveBeenCalledTimes(2)
  })
})

/** Two collectors in this process that are live, each with a finished session whose row is lost. */
async function withoutSessions(): Promise<[TestLog, TestLog]> {
  // They stay live on a busy machine.
  const env = { HEARTBEAT_TIMEOUT_SECONDS: '15' }
  const [a, b] = await Promise.all([shared.open('a', env), shared.open('b', env)])
  const at = Date.now() - 3 * DAY_MS
  await a.deliver(aSession('session_1763632800000_first', at), at)
  await b.deliver(aSession('session_1763632800000_second', at), at)
  await untilLoaded(a, b)
  await repeating(() => b.events.sessions.finish())
  // They came three days late, as it were: their sessions would be remade, and are not compared before.
  const { migrator } = a.clickhouse
  await migrator.command({ query: 'TRUNCATE TABLE analytics.late_sessions' })
  await migrator.command({
    query: 'ALTER TABLE analytics.sessions DELETE WHERE 1 SETTINGS mutations_sync = 2',
  })
  return [a, b]
}
