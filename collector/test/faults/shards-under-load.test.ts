import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../../seed/seeded-random.ts'
import { isCampaign, NO_LIMIT, reportResult, rounds, SEED } from './harness/campaign.ts'
import type { CollectorProcess } from './harness/collector-process.ts'
import { type Deliver, LoadDriver, overHttp } from './harness/load-driver.ts'
import { expectReconciled, expectTablesToMatch } from './harness/oracle.ts'
import { fullReport, SharedServers, signIn } from './harness/shared-servers.ts'
import { until } from './harness/until.ts'

const ROUNDS = rounds(3)

/** Where a collector dies: between two steps of one shard, while the other may be anywhere. */
const FAILPOINTS = [
  'loader.after-send',
  'loader.before-cursor:2',
  'loader.after-cursor:3',
  'spool.synced:40',
  'loader.after-page_views',
]

/**
 * Each session to a collector of its own, as the proxy leads it. In the campaign the other one takes over from one that
 * died: what that had on its disk is stored twice then, until the repeat is a minute old and removed.
 */
function bySession(a: CollectorProcess, b: CollectorProcess): Deliver {
  return (beacon) => {
    const isOfA = beacon.session_id.charCodeAt(beacon.session_id.length - 1) % 2 === 0
    return overHttp(isOfA && (a.running || !isCampaign) ? a.site : b.site)(beacon)
  }
}

describe('two collectors on two shards, with a collector, a shard and PostgreSQL failing in turn', () => {
  it(
    `lose nothing that was acknowledged, and store and count everything once: seed ${SEED}`,
    { timeout: NO_LIMIT },
    async () => {
      const shared = await SharedServers.start(2)
      const random = new SeededRandom(SEED, 3)
      const driver = new LoadDriver({ oldSessions: false, seed: SEED })
      const b = await shared.collector('b')
      const recoveries: number[] = []

      for (let round = 0; round < ROUNDS; round++) {
        const FAILPOINT = FAILPOINTS[round % FAILPOINTS.length] ?? ''
        // It may die over what waits in its log.
        const a = await shared.spawn('a', { FAILPOINT })
        const unavailable = shared.servers[random.below(2)]
        if (round % 3 === 2) await shared.postgres.make('refuse')
        driver.start(bySession(a, b))
        if (random.chance(0.5)) await unavailable?.kill()
        expect(await a.ended, FAILPOINT).toEqual({ code: null, signal: 'SIGKILL' })
        await unavailable?.kill()
        await driver.untilAcknowledged(50)
        await driver.stop()
        const began = performance.now()
        await unavailable?.start()
        await shared.postgres.make('none')
        await until('the other one has loaded all', async () => {
          const health = await fetch(`${b.site}/api/health`)
          const { spool } = (await health.json()) as { spool: { pending_rows: number } }
          return spool.pending_rows === 0
        })
        recoveries.push(performance.now() - began)
      }

      const a = await shared.collector('a')
      await driver.deliverRest(bySession(a, b))
      const [admin, other] = await Promise.all([signIn(a), signIn(b)])
      if (isCampaign)
        await until(
          'what both have stored is old enough to be removed',
          async () => (await admin.reconcile({ deduplicate: 'true' })).ok,
          600_000,
        )
      // What the other collector has already is called new by one that does not know it yet, and left out when it is loaded.
      if (!isCampaign) await fullReport(admin, driver)
      expectReconciled(await other.reconcile())
      await expectTablesToMatch(shared.clickhouse.reader, driver.log)
      expect(driver.refusals).toEqual({})
      reportResult({
        scenario: 'two collectors on two shards, with one of each and PostgreSQL unavailable in turns',
        rounds: ROUNDS,
        events: driver.log.receipts.accepted,
        recoveries,
      })
    },
  )
})
