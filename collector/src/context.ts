import { join } from 'node:path'
import { type Auth, createAuth } from './auth/auth.ts'
import { type ClickHouse, openClickHouse } from './clickhouse/open-clickhouse.ts'
import { migrateClickHouse } from './clickhouse/migrate.ts'
import type { Config } from './config/config.ts'
import { lockDataDirectory } from './data-directory-lock.ts'
import type { Ingest } from './ingest/accept-beacon.ts'
import { openCountries } from './ingest/country.ts'
import { pipeline } from './ingest/pipeline.ts'
import { SeenIds } from './ingest/seen-ids.ts'
import type { Logger } from './logger.ts'
import { migratePostgres } from './postgres/migrate.ts'
import { openPostgres, type Postgres } from './postgres/open-postgres.ts'
import { IdWindow } from './spool/id-window.ts'
import { Spool } from './spool/spool.ts'
import { DeadLetters } from './writer/dead-letters.ts'
import { Writer } from './writer/writer.ts'

/** Everything a route may use. Built from the configuration; tests override parts. */
export interface Context {
  readonly config: Config
  readonly log: Logger
  readonly clickhouse: ClickHouse
  readonly postgres: Postgres
  readonly auth: Auth
  readonly spool: Spool
  readonly ingest: Ingest
  readonly deadLetters: DeadLetters
  readonly writer: Writer
  /** Stops writing, then lets go of everything in the order of use. */
  close(): Promise<void>
}

/** Ids of seven days; at this bound the window takes about 1 GB. */
const MAX_WINDOW_IDS = 30_000_000

/** What a stop may take before it leaves the rest to the next start. */
const DRAIN_MS = 8_000

/** @throws with a message for people if a directory is in use, a store cannot be opened, or a migration is refused. */
export async function openContext(config: Config, log: Logger): Promise<Context> {
  const lock = await lockDataDirectory(config.dataDir)
  const [clickhouse, postgres] = await Promise.all([
    openClickHouse(config.clickhouse),
    openPostgres(config.postgres),
  ])
  await Promise.all([migrateClickHouse(clickhouse.migrator, log), migratePostgres(postgres.db, log)])

  const spool = await Spool.open({ ...config.spool, log })
  const deadLetters = await DeadLetters.open(join(config.dataDir, 'dead-letters'))
  const window = new IdWindow(MAX_WINDOW_IDS, (ids) =>
    log.warn({ ids }, 'more ids in seven days than the window holds; the oldest day is forgotten early'),
  )
  const seen = new SeenIds(window)
  const auth = await createAuth({ db: postgres.db, config, log })
  const siteHost = new URL(config.origins.site).host
  const ingest: Ingest = { spool, seen, steps: pipeline({ countryOf: openCountries(), seen, siteHost }) }
  const writer = new Writer({ spool, clickhouse: clickhouse.writer, deadLetters, log })
  writer.start()

  return {
    config,
    log,
    clickhouse,
    postgres,
    auth,
    spool,
    ingest,
    deadLetters,
    writer,
    async close() {
      await spool.close()
      await writer.drain(DRAIN_MS)
      await clickhouse.close()
      await postgres.close()
      lock.release()
    },
  }
}
