/**
 * A program: opens the event log of a data directory, inserts what waits there, and does some work, unless
 * `FAILPOINT` ends it before. `node work-until-killed.ts <data directory> [erase <session> | replay | rebuild | retry | nightly | direct]`.
 */
import { openClickHouse } from '../../../src/clickhouse/open-clickhouse.ts'
import { toConfig } from '../../../src/config/config.ts'
import { readEnv } from '../../../src/config/env.ts'
import { armFailpoint } from '../../../src/platform/failpoint.ts'
import { createLogger } from '../../../src/platform/logger.ts'
import { openEventLog } from '../../../src/open-event-log.ts'
import { aDirectBatch } from './raw-rows.ts'
import { until } from './until.ts'

const [dataDir = '', work, session = ''] = process.argv.slice(2)
const env = readEnv({ ...process.env, DATA_DIR: dataDir })
if (env.FAILPOINT) armFailpoint(env.FAILPOINT)
const config = toConfig(env)
const clickhouse = await openClickHouse(config.clickhouse)
const events = await openEventLog(config, clickhouse, createLogger('silent'))
await events.ready
const { spool, account } = events
await spool.flush()
await until('nothing is pending', () => spool.pendingRows === 0 || undefined)

if (work === 'erase') {
  await account.eraser.request(session)
  await account.eraser.idle()
}
if (work === 'replay') await account.replay(() => {})
if (work === 'rebuild') await account.rebuild(() => {})
if (work === 'direct') await account.insertDirect(...aDirectBatch())
if (work === 'retry') await account.retryDeadLetters()
if (work === 'nightly') await account.nightly()

await events.close(8_000)
await clickhouse.close()
