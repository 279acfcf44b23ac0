import type { ListedArticle, PageTitles } from '@half-measure/shared/stats/articles.ts'
import { openClickHouse } from '../warehouse/clickhouse/open-clickhouse.ts'
import { type Config, sharesServers } from '../config/config.ts'
import { openPostgres } from '../database/open-postgres.ts'
import type { Observer } from '../events/observer.ts'
import { type EventLog, openEventLog } from './open-event-log.ts'
import { openServices } from './open-services.ts'
import { lockDataDirectory } from '../platform/data-directory-lock.ts'
import { CoverageCounts, insertCoverageCounts } from '../consent-coverage/coverage-counts.ts'
import { openCountries } from '../ingest/country.ts'
import type { Logger } from '../platform/logger.ts'
import { readGoals } from '../analytics/goals/goal-store.ts'
import { openStatistics, type Statistics, type StatisticsOptions } from '../analytics/statistics.ts'
import { withTimeout } from '../platform/deadline.ts'

/** Everything that runs in this process. */
export type Context = Awaited<ReturnType<typeof openContext>>

/** Time for inserts during the ten seconds of a shutdown; the rest waits on disk. */
const DRAIN_MS = 6_000

/** How long a start waits for a database before it continues without it. Creating an embedded one takes time. */
const WAIT_MS = { embedded: 120_000, server: 3_000 } as const

export interface ContextOptions {
  readonly observer?: Observer | undefined
  /** Published articles. */
  readonly articles?: readonly ListedArticle[]
  /** Titles of all pages. */
  readonly titles?: PageTitles
  readonly queryLimits?: StatisticsOptions['limits']
  /** Whether newsletter issues and waiting emails are sent. Only the running stack does; commands and a restore do not. */
  readonly sendsMail?: boolean
}

/**
 * @throws with a readable message if a directory is in use, a store cannot be opened, or a migration fails;
 * everything is closed again.
 */
export async function openContext(
  config: Config,
  log: Logger,
  { observer, articles = [], titles = [], queryLimits, sendsMail = false }: ContextOptions = {},
) {
  const lock = await lockDataDirectory(config.dataDir)
  /** Closed in reverse order. */
  const ends: (() => unknown)[] = [() => lock.release()]
  /** Stops writing, then closes everything in reverse order. */
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
    const services = await openServices(config, postgres, log, { sendsMail })
    const countryOf = openCountries()
    const coverageCounts = new CoverageCounts(
      (rows, token) => insertCoverageCounts(clickhouse.writer, rows, token),
      log,
    )
    let events: EventLog | undefined
    let statistics: Statistics | undefined
    ends.push(() =>
      Promise.all([events?.close(DRAIN_MS), coverageCounts.close(), services.close(), statistics?.close()]),
    )
    const opened = (events = await openEventLog(config, clickhouse, log, {
      countryOf,
      ...(sharesServers(config) && { db: postgres.db }),
      ...(observer && { observer }),
    }))
    opened.ready.then(() => coverageCounts.start()).catch(() => {})
    await Promise.all([
      withTimeout(WAIT_MS[config.clickhouse.kind], opened.ready),
      withTimeout(WAIT_MS[config.postgres.kind], services.ready),
    ])
    statistics = openStatistics(clickhouse, {
      log,
      asOf: () => Date.now() - opened.reconciliation.oldestPendingMs,
      tablesVersion: () => opened.reconciliation.tablesVersion,
      goals: () => readGoals(postgres.db),
      articles,
      titles,
      ...(queryLimits && { limits: queryLimits }),
    })
    return {
      config,
      log,
      clickhouse,
      postgres,
      services,
      events,
      coverageCounts,
      countryOf,
      statistics,
      close,
    }
  } catch (error) {
    // Anything left open would keep the directory locked and the process alive.
    await close().catch((cause: unknown) => log.warn({ err: cause }, 'not everything could be closed'))
    throw error
  }
}
