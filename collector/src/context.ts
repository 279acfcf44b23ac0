import { type ClickHouse, openClickHouse } from './clickhouse/open-clickhouse.ts'
import type { Config } from './config/config.ts'
import { lockDataDirectory } from './data-directory-lock.ts'
import type { Logger } from './logger.ts'
import type { Observer } from './observability/observer.ts'
import { type EventLog, openEventLog } from './open-event-log.ts'
import { openPeople, type PeopleSide } from './open-people.ts'
import { openPostgres, type Postgres } from './postgres/open-postgres.ts'
import { openStatistics, type Statistics } from './stats/statistics.ts'

/** Everything a route may use. Built from the configuration; tests override parts. */
export interface Context {
  readonly config: Config
  readonly log: Logger
  readonly clickhouse: ClickHouse
  readonly postgres: Postgres
  readonly people: PeopleSide
  readonly events: EventLog
  readonly statistics: Statistics
  /** Stops writing, then lets go of everything in the order of use. */
  close(): Promise<void>
}

/** What writing may take at a stop, of ten seconds for all of it; what is left then waits on disk for the next start. */
const DRAIN_MS = 6_000

/** How long a start waits for a database server before it begins without it. */
const SERVER_WAIT_MS = 3_000

/**
 * @param observer is told of what happens on the way of events.
 * @throws with a message for people if a directory is in use, a store cannot be opened, or a migration is refused.
 */
export async function openContext(config: Config, log: Logger, observer?: Observer): Promise<Context> {
  const lock = await lockDataDirectory(config.dataDir)
  const [clickhouse, postgres] = await Promise.all([
    openClickHouse(config.clickhouse),
    openPostgres(config.postgres),
  ])
  const people = openPeople(config, postgres, log)
  const events = await openEventLog(config, clickhouse, log, observer)
  await Promise.all([
    withPatience(events.ready, config.clickhouse.kind),
    withPatience(people.ready, config.postgres.kind),
  ])

  const statistics = openStatistics(clickhouse, {
    log,
    asOf: () => Date.now() - events.spool.oldestPendingMs,
    reworked: () => events.account.reworked,
  })
  return {
    config,
    log,
    clickhouse,
    postgres,
    people,
    events,
    statistics,
    async close() {
      await Promise.all([events.close(DRAIN_MS), people.close(), statistics.close()])
      await clickhouse.close()
      await postgres.close()
      lock.release()
    },
  }
}

/** An embedded store is waited for, whatever it takes; a server only for a while. */
async function withPatience(ready: Promise<unknown>, kind: 'embedded' | 'server'): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    if (kind === 'server') timer = setTimeout(resolve, SERVER_WAIT_MS)
  })
  await Promise.race([ready, patience]).finally(() => clearTimeout(timer))
}
