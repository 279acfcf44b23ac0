import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { SeededRandom } from '../../seed/seeded-random.ts'
import { isCampaign, NO_LIMIT, reportResult, rounds, SEED } from './harness/campaign.ts'
import type { CollectorProcess } from './harness/collector-process.ts'
import { type Deliver, LoadDriver, overHttp } from './harness/load-driver.ts'
import { expectReconciled, expectTablesToMatch } from './harness/oracle.ts'
import { fullReport, SharedServers, signIn } from './harness/shared-servers.ts'
import { until } from './harness/until.ts'

/** An hour of the campaign: 12 rounds of five minutes where the loops of kills have 200. */
const ROUNDS = isCampaign ? Math.ceil(rounds(200) * 0.06) : 2
const ROUND_MS = isCampaign ? 300_000 : 4_000
const SENDERS = 4

interface Stack {
  readonly servers: SharedServers
  /** Another process after each restart. */
  collector: CollectorProcess
}

/** Each is over when it resolves, except for what the collector has to catch up with. `ms` is how long it lasts. */
const FAULTS: Readonly<Record<string, (stack: Stack, ms: number) => Promise<void>>> = {
  'the collector is killed': async (stack) => {
    await stack.collector.kill()
    stack.collector = await stack.servers.collector('a')
  },
  'the collector is stopped': async (stack) => {
    expect(await stack.collector.stop()).toMatchObject({ code: 0 })
    stack.collector = await stack.servers.collector('a')
  },
  'the collector stalls': async ({ collector }, ms) => {
    collector.signal('SIGSTOP')
    await sleep(ms)
    collector.signal('SIGCONT')
  },
  'ClickHouse is killed': async ({ servers }, ms) => {
    await servers.server.kill()
    await sleep(ms)
    await servers.server.start()
  },
  'ClickHouse is slow': async ({ servers }, ms) => {
    servers.server.plan({ times: Infinity, delayMs: ms / 4 })
    await sleep(ms)
    servers.server.plan({ times: 0 })
  },
  'ClickHouse commits and reports a failure': async ({ servers }, ms) => {
    servers.server.plan({
      times: Infinity,
      exception: { code: 159, message: 'Timeout exceeded', done: true },
    })
    await sleep(ms)
    servers.server.plan({ times: 0 })
  },
  'PostgreSQL refuses connections': async ({ servers }, ms) => {
    await servers.postgres.make('refuse')
    await sleep(ms)
    await servers.postgres.make('none')
  },
  'PostgreSQL is silent': async ({ servers }, ms) => {
    await servers.postgres.make('black-hole')
    await sleep(ms)
    // Connections that have lost bytes are of no use any more.
    await servers.postgres.make('refuse')
    await servers.postgres.make('none')
  },
}

it(
  `a stack under half its load, with a fault every ${ROUND_MS / 1_000} s, loses and duplicates nothing: seed ${SEED}`,
  async () => {
    const servers = await SharedServers.start()
    const stack: Stack = { servers, collector: await servers.collector('a') }
    const deliver: Deliver = (beacon) => overHttp(stack.collector.site)(beacon)
    const random = new SeededRandom(SEED, 1)
    const receipts = { accepted: 0, duplicates: 0, rejected: 0 }
    const recoveries: number[] = []

    /** Everything that this driver has sent is stored, once; everything before it as well. */
    const expectAll = async (driver: LoadDriver, since: number) => {
      await driver.deliverRest(deliver)
      // Where it shuts down, beacons are refused, and sent again.
      expect(Object.keys(driver.refusals).filter((status) => status !== '503')).toEqual([])
      for (const key of ['accepted', 'duplicates', 'rejected'] as const)
        receipts[key] += driver.log.receipts[key]
      const admin = await signIn(stack.collector)
      await fullReport(admin, { log: { receipts } })
      expectReconciled(await admin.reconcile())
      await expectTablesToMatch(servers.clickhouse.reader, driver.log, { since })
    }

    const full = new LoadDriver({ oldSessions: false, seed: SEED })
    const began = Date.now()
    await full.sendFor(ROUND_MS / 10, deliver, { pauseMs: 0 })
    const pauseMs = (SENDERS * ROUND_MS) / 10 / full.acknowledged
    await expectAll(full, began)

    for (let round = 1; round <= ROUNDS; round++) {
      const started = Date.now()
      const driver = new LoadDriver({ oldSessions: false, seed: SEED + round })
      // Pauses as long as a response takes under full load.
      driver.start(deliver, { senders: SENDERS, pauseMs })
      await sleep(random.between(0.1, 0.4) * ROUND_MS)
      const name = random.pick(Object.keys(FAULTS))
      await FAULTS[name]?.(stack, random.between(0.02, 0.2) * ROUND_MS)
      const over = performance.now()
      await untilWell(stack, driver)
      recoveries.push(performance.now() - over)
      await sleep(Math.max(0, started + ROUND_MS - Date.now()))
      await driver.stop()
      await expectAll(driver, started)
      const { openFiles, memoryMb } = resourcesOf(stack.collector)
      // The engine's and PostgreSQL's connections, the log's segments; none for each beacon or fault.
      expect(openFiles).toBeLessThan(150)
      if (isCampaign)
        console.log(
          `round ${round}: ${name}; ${driver.log.receipts.accepted} events; ${memoryMb} MB, ${openFiles} open files`,
        )
    }
    expect(await stack.collector.stop()).toMatchObject({ code: 0 })
    reportResult({
      scenario: `${(ROUNDS * ROUND_MS) / 60_000} minutes at half load, with a random fault in each of these rounds`,
      rounds: ROUNDS,
      events: receipts.accepted,
      recoveries,
    })
  },
  NO_LIMIT,
)

/** Beacons are acknowledged, an administrator can sign in, and events are stored. */
async function untilWell({ collector }: Stack, driver: LoadDriver): Promise<void> {
  await driver.untilAcknowledged()
  const admin = await until('an administrator can sign in', () => signIn(collector).catch(() => undefined))
  const report = () => admin.delivery().catch(() => undefined)
  const before = await until('there is a delivery report', report)
  await until('events are stored', async () => ((await report())?.stored ?? 0) > before.stored)
}

/** Of a process that is quiet. Only Linux says so. */
function resourcesOf({ pid }: CollectorProcess): { openFiles: number; memoryMb: number } {
  if (process.platform !== 'linux') return { openFiles: 0, memoryMb: 0 }
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  return { openFiles: readdirSync(`/proc/${pid}/fd`).length, memoryMb: Math.round(kilobytes / 1_024) }
}
