import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ownDatabaseEnv } from '../postgres/own-database.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { NO_LIMIT, reportResult, rounds, SEED } from './harness/campaign.ts'
import { CollectorProcess } from './harness/collector-process.ts'
import { SeededRandom } from '../../seed/seeded-random.ts'
import { LoadDriver, overHttp } from './harness/load-driver.ts'
import { expectAllOnceInDirectory, expectFreshEventToCount } from './harness/oracle.ts'
import { signIn } from './harness/shared-servers.ts'

const ROUNDS = rounds(8)

describe('a collector that is killed again and again under load', () => {
  it(
    `loses nothing that it acknowledged, and stores and counts everything once: seed ${SEED}`,
    async () => {
      const dataDir = join(temporaryDirectory(), 'data')
      const env = await ownDatabaseEnv()
      const driver = new LoadDriver({ seed: SEED })
      const pauses = new SeededRandom(SEED, 1)

      const recoveries: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const started = performance.now()
        // One in five dies while it starts.
        const starting = round % 5 === 4
        const collector = starting
          ? await CollectorProcess.spawn(dataDir, env)
          : await CollectorProcess.start(dataDir, env)
        if (!starting) recoveries.push(performance.now() - started)
        driver.start(overHttp(collector.site), { pauseMs: 2 })
        await sleep(pauses.below(1_000))
        expect(await collector.kill()).toEqual({ code: null, signal: 'SIGKILL' })
        await driver.stop()
      }
      expect(driver.refusals).toEqual({})

      const collector = await CollectorProcess.start(dataDir, env)
      await driver.deliverRest(overHttp(collector.site))
      const admin = await signIn(collector)
      await expectFreshEventToCount(collector, admin, driver)

      await expectAllOnceInDirectory(collector, admin, driver.log)
      reportResult({
        scenario: 'kill -9 of the collector under load, one in five while it starts',
        rounds: ROUNDS,
        events: driver.log.receipts.accepted,
        recoveries,
      })
    },
    NO_LIMIT,
  )
})
