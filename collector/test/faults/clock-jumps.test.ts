import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@half-measure/shared/durations.ts'
import { SeededRandom } from '../../seed/seeded-random.ts'
import { ownDatabaseEnv } from '../postgres/own-database.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { NO_LIMIT, reportResult, rounds, SEED } from './harness/campaign.ts'
import { CollectorProcess } from './harness/collector-process.ts'
import { LoadDriver, overHttp } from './harness/load-driver.ts'
import { expectAllOnceInDirectory } from './harness/oracle.ts'
import { signIn } from './harness/shared-servers.ts'

const ROUNDS = rounds(6)

/** How far the collector's clock is ahead of the senders', in milliseconds. Well within the week for which ids are remembered. */
const OFFSETS = [0, 1_000, 10 * MINUTE_MS, 3 * HOUR_MS, 2 * DAY_MS].flatMap((ms) => [ms, -ms])

describe('a clock that jumps under load', () => {
  it(
    `loses, duplicates and refuses nothing: seed ${SEED}`,
    async () => {
      const directory = temporaryDirectory()
      const dataDir = join(directory, 'data')
      const clock = join(directory, 'clock')
      const collector = await CollectorProcess.start(dataDir, {
        ...(await ownDatabaseEnv()),
        NODE_OPTIONS: `--import=${new URL('../../../scripts/test-clock.mjs', import.meta.url).href}`,
        TEST_CLOCK_OFFSET: '0',
        TEST_CLOCK_FILE: clock,
      })
      const random = new SeededRandom(SEED, 1)
      const driver = new LoadDriver({ oldSessions: false, seed: SEED })
      driver.start(overHttp(collector.site), { pauseMs: 2 })

      let offset = 0
      const recoveries: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        await sleep(random.below(1_000))
        offset = random.pick(OFFSETS)
        writeFileSync(clock, String(offset))
        const started = performance.now()
        collector.signal('SIGUSR2')
        await driver.untilAcknowledged()
        recoveries.push(performance.now() - started)
      }
      await driver.stop()
      expect(driver.refusals).toEqual({})

      await driver.deliverRest(overHttp(collector.site))
      const admin = await signIn(collector)
      const { iat = 0 } = decodeJwt(admin.authorization.replace('Bearer ', ''))
      expect(Math.abs(iat * 1_000 - (Date.now() + offset)), 'its clock is where it jumped to').toBeLessThan(
        MINUTE_MS,
      )
      await expectAllOnceInDirectory(collector, admin, driver.log, { clocksDiffer: true })
      reportResult({
        scenario: 'the clock jumps under load, back and forth, by up to four days',
        rounds: ROUNDS,
        events: driver.log.receipts.accepted,
        recoveries,
      })
    },
    NO_LIMIT,
  )
})
