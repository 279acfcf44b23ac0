import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { EVENT_TABLES } from '../../src/events/event-tables.ts'
import { callRunningStack } from '../../src/operations/call-running-stack.ts'
import { isCampaign, NO_LIMIT, reportResult, SEED } from './harness/campaign.ts'
import type { CollectorProcess } from './harness/collector-process.ts'
import { type Deliver, LoadDriver, overHttp } from './harness/load-driver.ts'
import { expectReconciled, expectTablesToMatch } from './harness/oracle.ts'
import { aSession } from './harness/session.ts'
import { fullReport, SharedServers, signIn } from './harness/shared-servers.ts'
import { countStored } from './harness/stored-rows.ts'
import { until } from './harness/until.ts'

interface Scene {
  readonly shared: SharedServers
  /** The one that is to die. */
  readonly collector: CollectorProcess
  readonly others: readonly CollectorProcess[]
  readonly driver: LoadDriver
  /** Of this round and try. */
  readonly sessionId: string
}

/** What a collector does besides its load until it dies. */
type Work = (scene: Scene) => Promise<unknown>

const load: Work = () => Promise.resolve()

const erase: Work = async ({ collector, sessionId }) => {
  await overHttp(collector.site)(aSession(sessionId))
  await operate(collector, 'erase', { session: sessionId })
}

/** The others stall, or one of them might remove the rows. */
const eraseAlone: Work = async (scene) => {
  for (const other of scene.others) other.signal('SIGSTOP')
  await erase(scene)
}

/** Rows of a session become dead letters. */
const refuse: Work = async ({ shared, driver, collector, sessionId }) => {
  refuseRowsOf(shared, sessionId)
  await driver.deliver(aSession(sessionId), overHttp(collector.site))
}

const eraseRefused: Work = async (scene) => {
  refuseRowsOf(scene.shared, scene.sessionId)
  await overHttp(scene.collector.site)(aSession(scene.sessionId))
  await operate(scene.collector, 'erase', { session: scene.sessionId })
}

const retryRefused: Work = async (scene) => {
  await refuse(scene)
  await sleep(1_000)
  scene.shared.server.plan({ times: 0 })
  await operate(scene.collector, 'dead-letters', { retry: 'true' })
}

function refuseRowsOf({ server }: SharedServers, rowsWith: string): void {
  server.plan({ times: Infinity, rowsWith, exception: { code: 27, message: 'Cannot parse input' } })
}

const deduplicate: Work = ({ collector }) => operate(collector, 'reconcile', { deduplicate: 'true' })

function operate(collector: CollectorProcess | undefined, name: string, options: Record<string, unknown>) {
  return callRunningStack(collector?.dataDir ?? '', name, options, () => {})
}

const each = (prefix: string) => EVENT_TABLES.map((table) => `${prefix}${table}`)

/** Every step that a collector may die at on a server that others use too; `replay.test.ts` has those of a replay. */
const STEPS: readonly (readonly [failpoint: string, work: Work])[] = [
  ...[
    'spool.written:40',
    'spool.synced:40',
    'loader.after-duplicates',
    'loader.before-send:2',
    'loader.after-send:2',
    ...each('loader.after-'),
    'loader.before-cursor:2',
    'loader.after-cursor:3',
  ].map((failpoint) => [failpoint, load] as const),
  ...['erasure.requested', 'erasure.prepared', 'erasure.acknowledged', 'erasure.after-segments'].map(
    (failpoint) => [failpoint, erase] as const,
  ),
  ...['erasure.recorded', ...each('erasure.after-'), 'erasure.removed', 'erasure.completed'].map(
    (failpoint) => [failpoint, eraseAlone] as const,
  ),
  ['loader.after-half', refuse],
  ['loader.after-dead-letter', refuse],
  ['erasure.after-dead-letter', eraseRefused],
  ['retry.after-send', retryRefused],
]

/** By then what two collectors stored in earlier rounds is old enough to be removed. */
const LAST_STEPS = ['deduplicate.recorded', ...each('deduplicate.after-')].map(
  (failpoint) => [failpoint, deduplicate] as const,
)

/** Polls once a second, to leave the machine to the work. */
function slowly(what: string, isDone: () => Promise<boolean>): Promise<true> {
  return until(what, async () => {
    await sleep(1_000)
    return await isDone()
  })
}

const NAMES = ['a', 'b', 'c']

/**
 * Each session to a collector of its own, as the proxy leads it. In the campaign the next one takes over from one that
 * died, so that both may store what it had on its disk.
 */
function bySession(collectors: readonly CollectorProcess[]): Deliver {
  return (beacon) => {
    const first = beacon.session_id.charCodeAt(beacon.session_id.length - 1)
    const order = NAMES.map((_, i) => collectors[(first + i) % NAMES.length])
    const one = isCampaign ? order.find((collector) => collector?.running) : order[0]
    return overHttp(one?.site ?? '')(beacon)
  }
}

describe('three collectors on one ClickHouse that die at every step in turn', () => {
  it(
    `lose nothing that was acknowledged, and store and count everything once: seed ${SEED}`,
    { timeout: NO_LIMIT },
    async () => {
      const shared = await SharedServers.start()
      const driver = new LoadDriver({ oldSessions: false, seed: SEED })
      const collectors = await Promise.all(NAMES.map((name) => shared.collector(name)))
      const deliver = bySession(collectors)
      const steps = isCampaign ? [...STEPS, ...LAST_STEPS] : STEPS.filter((_, i) => i % 6 === 4)
      const toErase: string[] = []
      const recoveries: number[] = []

      for (const [round, [failpoint, work]] of steps.entries()) {
        const at = round % NAMES.length
        const name = NAMES[at] ?? ''
        driver.start(deliver, { pauseMs: 2 })
        // Something waits in its log for the next one.
        await collectors[at]?.kill()
        const collector = await shared.spawn(name, { FAILPOINT: failpoint })
        collectors[at] = collector
        const others = collectors.filter((one) => one !== collector)
        for (let tries = 1; collector.running; tries++) {
          const isErasure = [erase, eraseAlone, eraseRefused].includes(work)
          const sessionId = `session_${Date.now()}_${isErasure ? 'erased' : 'refused'}`
          if (isErasure) toErase.push(sessionId)
          // It dies over it.
          await work({ shared, collector, others, driver, sessionId }).catch(() => {})
          await Promise.race([collector.ended, sleep(1_000)])
          expect(tries, `${failpoint} is not reached`).toBeLessThan(180)
        }
        const log = () => collector.logLines.slice(-20).join('\n')
        expect(await collector.ended, `${failpoint}:\n${log()}`).toEqual({ code: null, signal: 'SIGKILL' })
        for (const other of others) other.signal('SIGCONT')
        await driver.untilAcknowledged()
        await driver.stop()
        shared.server.plan({ times: 0 })
        const began = performance.now()
        collectors[at] = await shared.collector(name)
        recoveries.push(performance.now() - began)
      }

      await driver.deliverRest(deliver)
      // The last request of a round may have died with its collector.
      for (const session of toErase) await operate(collectors[0], 'erase', { session })
      await slowly('all that was to be erased is', async () => {
        return (await countStored(shared.clickhouse.reader, "session_id LIKE '%_erased'")) === 0
      })
      const admins = await Promise.all(collectors.map((collector) => signIn(collector)))
      const [admin] = admins
      if (!admin) throw new Error('there are three')
      await slowly('no dead letter is left', async () => {
        for (const one of admins) await one.operate('dead-letters', { retry: 'true' })
        const { pending, dead_letters } = await admin.delivery()
        return pending === 0 && dead_letters === 0
      })
      if (isCampaign)
        await slowly('what two of them have stored is old enough, and removed', async () => {
          return (await admin.reconcile({ deduplicate: 'true' })).ok
        })
      if (!isCampaign) await fullReport(admin, driver)
      for (const one of admins) expectReconciled(await one.reconcile())
      await expectTablesToMatch(shared.clickhouse.reader, driver.log)
      expect(Object.keys(driver.refusals).filter((status) => status !== '503')).toEqual([])
      reportResult({
        scenario: 'kill -9 of one of three collectors on one server, at every step in turns',
        rounds: steps.length,
        events: driver.log.receipts.accepted,
        recoveries,
      })
    },
  )
})
