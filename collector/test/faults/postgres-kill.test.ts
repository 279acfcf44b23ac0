import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SeededRandom } from '../../seed/seeded-random.ts'
import { ADMIN_ENV } from '../postgres/own-database.ts'
import { startPostgresServer } from '../postgres/postgres-server.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { NO_LIMIT, reportResult, rounds, SEED } from './harness/campaign.ts'
import { CollectorProcess } from './harness/collector-process.ts'
import { LoadDriver, overHttp } from './harness/load-driver.ts'
import { expectAllOnceInDirectory } from './harness/oracle.ts'
import { signIn } from './harness/shared-servers.ts'
import { until } from './harness/until.ts'

const ROUNDS = rounds(6)

describe('a PostgreSQL server that is killed again and again under load', () => {
  it(
    `stops no event, and the delivery report adds up afterwards: seed ${SEED}`,
    async () => {
      const postgres = await startPostgresServer()
      onTestFinished(() => postgres.stop())
      const dataDir = join(temporaryDirectory(), 'data')
      const collector = await CollectorProcess.start(dataDir, {
        DATABASE_URL: postgres.url,
        ...ADMIN_ENV,
        HEARTBEAT_TIMEOUT_SECONDS: '3',
      })
      const driver = new LoadDriver({ oldSessions: false, seed: SEED })
      const pauses = new SeededRandom(SEED, 1)
      driver.start(overHttp(collector.site), { pauseMs: 2 })

      const recoveries: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        await sleep(pauses.below(1_000))
        await postgres.kill()
        await driver.untilAcknowledged()
        await sleep(pauses.below(500))
        const started = performance.now()
        await postgres.restart()
        await until('an administrator can sign in', () => signIn(collector).catch(() => undefined))
        recoveries.push(performance.now() - started)
      }
      await driver.stop()
      expect(driver.refusals).toEqual({})

      await driver.deliverRest(overHttp(collector.site))
      const admin = await signIn(collector)
      await expectAllOnceInDirectory(collector, admin, driver.log)
      reportResult({
        scenario: 'kill -9 of a PostgreSQL server under load',
        rounds: ROUNDS,
        events: driver.log.receipts.accepted,
        recoveries,
      })
    },
    NO_LIMIT,
  )
})
