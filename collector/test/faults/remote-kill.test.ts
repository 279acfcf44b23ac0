import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { NO_LIMIT, reportResult, rounds, SEED } from './harness/campaign.ts'
import { ClickHouseServer } from './harness/clickhouse-server.ts'
import { SeededRandom } from '../../seed/seeded-random.ts'
import { TestLog } from './harness/event-log.ts'
import { LoadDriver } from './harness/load-driver.ts'
import { expectAllOnce } from './harness/oracle.ts'

const ROUNDS = rounds(6)

describe('a ClickHouse server that is killed again and again under load', () => {
  it(
    `gets everything that was acknowledged, once: seed ${SEED}`,
    async () => {
      const directory = temporaryDirectory()
      const server = await ClickHouseServer.start(join(directory, 'clickhouse'))
      const log = await TestLog.open(join(directory, 'data'), {
        clickhouseUrl: server.url,
        until: 'idsKnown',
      })
      const driver = new LoadDriver({ oldSessions: false, seed: SEED })
      const pauses = new SeededRandom(SEED, 1)
      driver.start(log.deliver)

      const recoveries: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        await sleep(pauses.below(1_000))
        await server.kill()
        await sleep(pauses.below(200))
        const started = performance.now()
        await server.start()
        recoveries.push(performance.now() - started)
      }
      await driver.stop()
      expect(driver.refusals).toEqual({})

      await driver.deliverRest(log.deliver)
      await expectAllOnce(log, driver)
      reportResult({
        scenario: 'kill -9 of a ClickHouse server under load',
        rounds: ROUNDS,
        events: driver.log.receipts.accepted,
        recoveries,
      })
    },
    NO_LIMIT,
  )
})
