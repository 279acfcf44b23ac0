import { type ClickHouse, openClickHouse } from './clickhouse/open-clickhouse.ts'
import type { Config } from './config/config.ts'
import { lockDataDirectory } from './platform/data-directory-lock.ts'
import type { Logger } from './platform/logger.ts'
import type { Observer } from './observability/observer.ts'
import { type EventLog, openEventLog } from './open-event-log.ts'
import { openPeople, type PeopleSide } from './open-people.ts'
import { openPostgres, type Postgres } from './database/open-postgres.ts'
import { openStatistics, type Statistics } from './analytics/statistics.ts'
import { withTimeout } from './platform/with-timeout.ts'

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

/** How long a start waits for a database before it begins without it. An embedded one has to be made at a first start. */
const WAIT_MS = { embedded: 120_000, server: 3_000 } as const

/**
 * @param observer is told of what happens on the way of events.
 * @throws with a message for people if a directory is in use, a store cannot be opened, or a migration is refused;
 * nothing is held then.
 */
export async function openContext(config: Config, log: Logger, observer?: Observer): Promise<Context> {
  const lock = await lockDataDirectory(config.dataDir)
  /** How to let go of what is open; the last comes first. */
  const ends: (() => unknown)[] = [() => lock.release()]
  const close = async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  try {
    const stores = [openClickHouse(config.clickhouse, { log }), openPostgres(config.postgres)] as const
    ends.push(async () => {
      for (const store of await Promise.allSettled(stores))
        if (store.status === 'fulfilled') await store.value.close()
    })
    const [clickhouse, postgres] = await Promise.all(stores)
    const people = openPeople(config, postgres, log)
    let events: EventLog | undefined
    let statistics: Statistics | undefined
    ends.push(() => Promise.all([events?.close(DRAIN_MS), people.close(), statistics?.close()]))
    const opened = (events = await openEventLog(config, clickhouse, log, observer))
    await Promise.all([
      withTimeout(WAIT_MS[config.clickhouse.kind], opened.ready),
      withTimeout(WAIT_MS[config.postgres.kind], people.ready),
    ])
    statistics = openStatistics(clickhouse, {
      log,
      asOf: () => Date.now() - opened.spool.oldestPendingMs,
      reworked: () => opened.account.reworked,
    })
    return { config, log, clickhouse, postgres, people, events, statistics, close }
  } catch (error) {
    // What stays open keeps the directory locked, and a command alive that has nothing left to do.
    await close().catch((cause: unknown) =>
      log.warn({ err: cause }, 'not all that was opened could be closed'),
    )
    throw error
  }
}
