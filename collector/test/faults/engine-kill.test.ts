import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { aBeacon } from '@half-measure/shared/testing/events.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { SeededRandom } from '../../seed/seeded-random.ts'
import { ADMIN, ownDatabaseEnv } from '../postgres/own-database.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { Admin } from './harness/admin.ts'
import { NO_LIMIT, reportResult, rounds, SEED } from './harness/campaign.ts'
import { CollectorProcess } from './harness/collector-process.ts'
import { enginePid } from './harness/engine-pid.ts'
import { LoadDriver, overHttp } from './harness/load-driver.ts'
import { expectReportToAddUp, expectReconciled, expectDirectoryToMatch } from './harness/oracle.ts'
import { until } from './harness/until.ts'

const ROUNDS = rounds(6)

let dataDir: string

beforeEach(() => {
  dataDir = join(temporaryDirectory(), 'data')
})

describe('an embedded ClickHouse that is killed again and again under load', () => {
  it(
    `delays no response, gets everything once, and recovers its figures: seed ${SEED}`,
    async () => {
      const collector = await CollectorProcess.start(dataDir, await ownDatabaseEnv())
      const driver = new LoadDriver({ seed: SEED })
      const pauses = new SeededRandom(SEED, 1)
      driver.start(overHttp(collector.site), { pauseMs: 2 })
      let killed = 0
      const recoveries: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const pid = await until('the engine runs', () => {
          const found = enginePid(dataDir)
          return found === killed ? undefined : found
        })
        // One in three dies while it starts.
        await sleep(pauses.below(round % 3 === 2 ? 100 : 2_000))
        process.kill(pid, 'SIGKILL')
        const died = performance.now()
        killed = pid
        const { acknowledged } = driver
        await until('beacons are acknowledged', () => driver.acknowledged > acknowledged + 20 || undefined)
        await until('the engine is back', () => {
          const found = enginePid(dataDir)
          return (found !== undefined && found !== pid) || undefined
        })
        recoveries.push(performance.now() - died)
      }
      await driver.stop()
      expect(driver.refusals).toEqual({})

      await driver.deliverRest(overHttp(collector.site))
      const admin = await Admin.signIn(collector, ADMIN)
      await admin.idle()
      const now = Date.now()
      const before = await admin.pageViewsAround(now)
      await driver.deliver(
        aBeacon({ consent: { analytics: true, version: '2026-11', at: '2026-01-01T00:00:00.000Z' } }),
        overHttp(collector.site),
      )
      await until(
        'the fresh event is counted',
        async () => (await admin.pageViewsAround(now)) === before + 1 || undefined,
      )
      expectReportToAddUp(await admin.idle(), driver.log)
      expectReconciled(await admin.reconcile())
      expect(await collector.stop()).toMatchObject({ code: 0 })
      expect(enginePid(dataDir)).toBeUndefined()

      await expectDirectoryToMatch(dataDir, driver.log)
      reportResult({
        scenario: 'kill -9 of the embedded engine under load, one in three while it starts',
        rounds: ROUNDS,
        events: driver.log.receipts.accepted,
        recoveries,
      })
    },
    NO_LIMIT,
  )
})

describe('a collector with an embedded ClickHouse', () => {
  it('leaves no process behind even if it is killed', async () => {
    const collector = await CollectorProcess.start(dataDir, await ownDatabaseEnv())
    const pid = enginePid(dataDir)
    expect(pid).toBeDefined()
    await collector.kill()
    await until('the engine has ended', () => enginePid(dataDir) === undefined || undefined)
  })
})
