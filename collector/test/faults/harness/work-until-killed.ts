/**
 * A program: opens the event log of a data directory, inserts what waits there, and does some work, unless
 * `FAILPOINT` ends it before. `node work-until-killed.ts <data directory> [erase <session> | replay | rebuild | retry | nightly <instant> | import]`.
 */
import { openClickHouse } from '../../../src/warehouse/clickhouse/open-clickhouse.ts'
import { sharesServers, toConfig } from '../../../src/config/config.ts'
import { readEnv } from '../../../src/config/env.ts'
import { armFailpoint } from '../../../src/platform/failpoint.ts'
import { createLogger } from '../../../src/platform/logger.ts'
import { openPostgres } from '../../../src/database/open-postgres.ts'
import { openEventLog } from '../../../src/stack/open-event-log.ts'
import { anImport } from './raw-rows.ts'
import { until } from './until.ts'

const [dataDir = '', work, what = ''] = process.argv.slice(2)
const env = readEnv({ ...process.env, DATA_DIR: dataDir })
if (env.FAILPOINT) armFailpoint(env.FAILPOINT)
const config = toConfig(env)
const clickhouse = await openClickHouse(config.clickhouse)
const postgres = sharesServers(config) ? await openPostgres(config.postgres) : undefined
const events = await openEventLog(
  config,
  clickhouse,
  createLogger('silent'),
  postgres ? { db: postgres.db } : {},
)
await events.idsKnown
const { spool, reconciliation } = events
await spool.flush()
await until('nothing is pending', () => spool.pendingRows === 0)

if (work === 'erase') {
  // A claim to write sessions that dies with this process, or is held up with it, has others wait for ten minutes.
  await events.sessions.stop()
  await reconciliation.erasures.request(what)
  await reconciliation.erasures.idle()
}
if (work === 'replay') await reconciliation.replay(() => {})
if (work === 'rebuild') await events.sessions.rebuild()
if (work === 'import') await reconciliation.importRows(...anImport(reconciliation.collectorId))
if (work === 'retry') await reconciliation.retryDeadLetters()
if (work === 'nightly') await reconciliation.nightly(what === '' ? undefined : new Date(what))

await events.close(8_000)
await clickhouse.close()
await postgres?.close()
