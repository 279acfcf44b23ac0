import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { FaultyProxy } from './harness/faulty-proxy.ts'
import { filesThatName } from './harness/files-that-name.ts'
import { expectReconciled } from './harness/oracle.ts'
import { SharedServers, untilLoaded } from './harness/shared-servers.ts'
import { countStored } from './harness/stored-rows.ts'
import { until } from './harness/until.ts'
import { aSession } from './harness/session.ts'
import { startWork, work } from './harness/work-until-killed-process.ts'

const ERASED = 'session_1763632800000_erased'
const KEPT = 'session_1763632800000_remembered'

let shared: SharedServers

beforeEach(async () => {
  shared = await SharedServers.start()
})

const stored = (session: string) => countStored(shared.clickhouse.reader, `session_id = '${session}'`)

/** Nothing of the session is left anywhere. */
function untilErased(...names: readonly string[]): Promise<true> {
  return until('the session is erased', async () => {
    const files = names.flatMap((name) => filesThatName(shared.dataDir(name), ERASED))
    return files.length === 0 && (await stored(ERASED)) === 0
  })
}

describe('several collectors on one ClickHouse erase a session', () => {
  it('together: rows pending in the log of another are removed too, and none accepts more of them', async () => {
    const proxy = await FaultyProxy.start(shared.server.port)
    // It stays live on a busy machine.
    const longTimeout = { CLICKHOUSE_URL: proxy.url, HEARTBEAT_TIMEOUT_SECONDS: '60' }
    const [a, b] = await Promise.all([shared.open('a'), shared.open('b', longTimeout)])
    await a.deliver(aSession(KEPT))
    await a.deliver(aSession(ERASED))
    await b.deliver(aSession(ERASED))
    await untilLoaded(a, b)
    await proxy.make('refuse')
    await b.deliver({ ...aSession(ERASED), events: aSession(ERASED).events.slice(0, 3) })

    await a.reconciliation.erasures.request(ERASED)
    await until('the other one has heard of it', () => b.reconciliation.erasures.isErased(ERASED))
    // It waits for the other one, which is live and cannot acknowledge.
    expect(await stored(ERASED)).toBeGreaterThan(0)
    await proxy.make('none')
    await untilErased('a', 'b')
    expect(filesThatName(shared.dataDir('a'), KEPT).length).toBeGreaterThan(0)
    for (const log of [a, b]) {
      await log.reconciliation.erasures.idle()
      expect(await log.deliver(aSession(ERASED))).toMatchObject({ accepted: 0, duplicates: 0 })
    }
    await untilLoaded(a, b)
    const report = await a.delivery()
    expect(report).toMatchObject({ stored: 7, erased: report.accepted - 7 })
    for (const log of [a, b]) expectReconciled(await log.reconcile())
  })

  it('and count it once if two of them get the request at once', async () => {
    const [a, b] = await Promise.all([shared.open('a'), shared.open('b')])
    await a.deliver(aSession(ERASED))
    await b.deliver(aSession(KEPT))
    await untilLoaded(a, b)
    await Promise.all([a, b].map((log) => log.reconciliation.erasures.request(ERASED)))
    await untilErased('a', 'b')
    await untilLoaded(a, b)
    expect(await b.delivery()).toMatchObject({ accepted: 14, stored: 7, erased: 7 })
    expectReconciled(await b.reconcile())
  })

  it('without any row of it, and drop the request', async () => {
    const [a, b] = await Promise.all([shared.open('a'), shared.open('b')])
    await a.reconciliation.erasures.request(ERASED)
    await a.reconciliation.erasures.idle()
    await until('the other one has nothing open', () => b.reconciliation.erasures.open === 0)
    for (const log of [a, b]) expect(await log.reconciliation.erasedDigests()).toEqual([])
    expect(await a.reconciliation.coordination.erasures.completedSince(new Date(0))).toEqual([])
  })

  it.each([
    'erasure.requested',
    'erasure.prepared',
    'erasure.acknowledged',
    'erasure.recorded',
    'erasure.after-page_views',
    'erasure.removed',
    'erasure.completed',
  ])('although the collector that received the request dies: %s', async (failpoint) => {
    const [a, first] = await Promise.all([shared.open('a'), shared.open('b')])
    await a.deliver(aSession(ERASED))
    await first.deliver(aSession(ERASED))
    await first.deliver(aSession(KEPT))
    await untilLoaded(a, first)
    // Then it is alone, and all of the work is its own.
    await a.close()
    await first.close()
    expect(await work(shared.dataDir('b'), failpoint, ['erase', ERASED], shared.env)).toBe('killed')
    const logs = await Promise.all([shared.open('a'), shared.open('b')])
    await untilErased('a', 'b')
    await untilLoaded(...logs)
    const [again] = logs
    if (!again) throw new Error('there are two')
    const report = await again.delivery()
    expect(report).toMatchObject({ stored: 7, erased: report.accepted - 7 })
    for (const log of logs) expectReconciled(await log.reconcile())
  })

  it('without one that was killed, which erases its part when it is back', async () => {
    const [a, b] = await Promise.all([shared.open('a'), shared.open('b')])
    await b.deliver(aSession(KEPT))
    await a.deliver(aSession(ERASED))
    await untilLoaded(a, b)
    await b.close()
    // It has rows of the session in its log that are not loaded, and some that are and that it does not know to be.
    const later = await shared.open('b')
    await later.deliver(aSession(ERASED))
    await later.close()
    expect(await stored(ERASED)).toBeGreaterThan(7)

    await a.reconciliation.erasures.request(ERASED)
    await untilErased('a')
    await a.reconciliation.erasures.idle()
    const again = await shared.open('b')
    await untilErased('b')
    expect(await again.deliver(aSession(ERASED))).toMatchObject({ accepted: 0 })
    await untilLoaded(a, again)
    const report = await again.delivery()
    expect(report).toMatchObject({ stored: 7, erased: report.accepted - 7 })
    for (const log of [a, again]) expectReconciled(await log.reconcile())
  })

  it('once, if the one erasing is paused until another has taken over, and then resumes', async () => {
    const [first, b] = await Promise.all([shared.open('a'), shared.open('b')])
    await first.deliver(aSession(ERASED))
    await b.deliver(aSession(KEPT))
    await untilLoaded(first, b)
    // Then it is alone, and begins.
    await first.close()
    await b.close()
    const env = { ...shared.env, FAILPOINT: 'erasure.recorded:1:SIGSTOP' }
    const held = startWork(shared.dataDir('b'), ['erase', ERASED], env)
    const ended = once(held, 'exit')
    await until('it is held up', () => isStopped(held.pid))
    const a = await shared.open('a')
    await untilErased('a')
    await a.reconciliation.erasures.idle()
    held.kill('SIGCONT')
    expect(await ended).toEqual([0, null])
    await untilLoaded(a)
    expect(await a.delivery()).toMatchObject({ accepted: 14, stored: 7, erased: 7 })
    expectReconciled(await a.reconcile())
  })
})

/** By SIGSTOP. */
function isStopped(pid = 0): boolean {
  return /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
}
