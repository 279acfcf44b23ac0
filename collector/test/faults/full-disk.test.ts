import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@clickhouse/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SeededRandom } from '../../seed/seeded-random.ts'
import { ownDatabaseEnv } from '../postgres/own-database.ts'
import { noPostgresServer } from '../postgres/postgres-server.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { NO_LIMIT, reportResult, rounds, SEED } from './harness/campaign.ts'
import { ClickHouseServer } from './harness/clickhouse-server.ts'
import { CollectorProcess } from './harness/collector-process.ts'
import { LoadDriver, overHttp } from './harness/load-driver.ts'
import { expectReconciled, expectReportToAddUp, expectTablesToMatch } from './harness/oracle.ts'
import { signIn } from './harness/shared-servers.ts'
import { Ballast, noSmallDisk, SmallDisk } from './harness/small-disk.ts'
import { until } from './harness/until.ts'

const ROUNDS = rounds(3)
/** PostgreSQL is on another disk. */
const reason = noSmallDisk ?? noPostgresServer
const note = reason === undefined ? '' : ` (skipped: ${reason})`

describe.skipIf(reason !== undefined)(`a disk that fills up under load${note}`, () => {
  it.each([
    { where: 'with a ClickHouse server on another disk', megabytes: 64 },
    { where: 'with the embedded engine on the same disk', megabytes: 512 },
  ])(
    `refuses events until there is room, and loses none, $where: seed ${SEED}`,
    async ({ where, megabytes }) => {
      const dataDir = join(temporaryDirectory(), 'data')
      mkdirSync(dataDir)
      const server = where.includes('server') ? await ClickHouseServer.lend() : undefined
      const collector = await CollectorProcess.start(
        dataDir,
        { ...server?.env, ...(await ownDatabaseEnv()) },
        { disk: new SmallDisk(megabytes) },
      )
      const ready = () => fetch(`${collector.site}/api/ready`)
      const ballast = new Ballast(collector.dataDir)
      const driver = new LoadDriver({ oldSessions: false, seed: SEED })
      const pauses = new SeededRandom(SEED, 1)
      driver.start(overHttp(collector.site), { pauseMs: 2 })

      const recoveries: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        await sleep(pauses.below(1_000))
        ballast.fill()
        const { 503: refused = 0 } = driver.refusals
        await until('events are refused', () => (driver.refusals[503] ?? 0) > refused + 20)
        // In one response: it is ready in between if a merge of the embedded engine makes room.
        await until('it is not ready, and says why', async () => {
          const response = await ready()
          const { reason } = (await response.json()) as { reason?: string }
          return response.status === 503 && reason?.includes('Disk full')
        })
        await sleep(pauses.below(1_000))
        const started = performance.now()
        ballast.release()
        await driver.untilAcknowledged()
        recoveries.push(performance.now() - started)
      }
      await driver.stop()
      expect(Object.keys(driver.refusals)).toEqual(['503'])

      await driver.deliverRest(overHttp(collector.site))
      const admin = await signIn(collector)
      expectReportToAddUp(await admin.idle(), driver.log)
      expectReconciled(await admin.reconcile())
      // The embedded engine's tables go with the disk.
      if (server) {
        const client = createClient({ url: server.url })
        onTestFinished(() => client.close())
        await expectTablesToMatch(client, driver.log)
      }
      expect(await collector.stop()).toMatchObject({ code: 0 })
      reportResult({
        scenario: `the disk filled to the last byte under load, ${where}`,
        rounds: ROUNDS,
        events: driver.log.receipts.accepted,
        recoveries,
      })
    },
    NO_LIMIT,
  )
})
