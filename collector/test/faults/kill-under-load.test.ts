import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { aBeacon } from '@half-measure/shared/testing/events.ts'
import { describe, expect, it } from 'vitest'
import { ADMIN, ownDatabaseEnv } from '../postgres/own-database.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { Admin } from './harness/admin.ts'
import { NO_LIMIT, reportResult, rounds, SEED } from './harness/campaign.ts'
import { CollectorProcess } from './harness/collector-process.ts'
import { SeededRandom } from '../../seed/seeded-random.ts'
import { LoadDriver, overHttp } from './harness/load-driver.ts'
import { expectReportToAddUp, expectReconciled, expectDirectoryToMatch } from './harness/oracle.ts'
import { until } from './harness/until.ts'

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
      const admin = await Admin.signIn(collector, ADMIN)
      await admin.idle()

      // A fresh event goes through and is counted.
      const now = Date.now()
      const before = await admin.pageViewsAround(now)
      expect(
        await driver.deliver(
          aBeacon({ consent: { analytics: true, version: '2026-11', at: '2026-01-01T00:00:00.000Z' } }),
          overHttp(collector.site),
        ),
      ).toBe(true)
      await until(
        'the fresh event is counted',
        async () => (await admin.pageViewsAround(now)) === before + 1 || undefined,
      )

      expectReportToAddUp(await admin.idle(), driver.log)
      expectReconciled(await admin.reconcile())
      expect(await collector.stop()).toMatchObject({ code: 0 })

      await expectDirectoryToMatch(dataDir, driver.log)
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
