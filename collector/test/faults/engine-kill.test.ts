import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { SeededRandom } from '../../seed/seeded-random.ts'
import { ownDatabaseEnv } from '../postgres/own-database.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { NO_LIMIT, reportResult, rounds, SEED } from './harness/campaign.ts'
import { CollectorProcess, enginePid } from './harness/collector-process.ts'
import { LoadDriver, overHttp } from './harness/load-driver.ts'
import { expectAllOnceInDirectory, expectFreshEventToCount } from './harness/oracle.ts'
import { signIn } from './harness/shared-servers.ts'
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
        await driver.untilAcknowledged()
        await until('the engine is back', () => {
          const found = enginePid(dataDir)
          return found !== undefined && found !== pid
        })
        recoveries.push(performance.now() - died)
      }
      await driver.stop()
      expect(driver.refusals).toEqual({})

      await driver.deliverRest(overHttp(collector.site))
      const admin = await signIn(collector)
      await expectFreshEventToCount(collector, admin, driver)
      await expectAllOnceInDirectory(collector, admin, driver.log)
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
    await until('the engine has ended', () => enginePid(dataDir) === undefined)
  })
})
