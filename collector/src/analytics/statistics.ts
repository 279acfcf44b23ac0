import type { PageTitles } from '@half-measure/shared/stats/articles.ts'
import type { ClickHouse } from '../warehouse/clickhouse/clickhouse.ts'
import type { FileQuery, QueryRows } from '../warehouse/clickhouse/query.ts'
import type { Logger } from '../platform/logger.ts'
import { type QueryLimits, QueryRunner, type RunQuery } from './query-runner.ts'
import { QueryEngine } from './engine/query-engine.ts'
import { SessionQuery } from './engine/session-query.ts'
import { realtime, RealtimeFeed } from './live-feed.ts'
import { countedSince } from './counted-since.ts'
import type { ReportSources } from './report-scope.ts'
import { SessionReader } from './session-reader.ts'
import { QueryCache } from './query-cache.ts'
import { CachedValue } from './cached-value.ts'
import { runAsViewer, visibleRange } from './sharing/current-caller.ts'

/** Every query about events. */
export interface Statistics extends ReportSources {
  readonly runQuery: RunQuery
  /** The moment before which everything acknowledged is in the database, in milliseconds since 1970. */
  readonly asOf: () => number
  /** Runs a query and returns its result unparsed. */
  readonly queryFile: (query: FileQuery, signal?: AbortSignal) => Promise<Buffer>
  /** Titles of pages; articles have their own. */
  readonly titles: PageTitles
  readonly engine: QueryEngine
  readonly realtime: RealtimeFeed
  /** Discards results after events were erased, restored or rebuilt. */
  invalidate(): void
  /** Cancels running queries and ends every stream. */
  close(): Promise<void>
}

export interface StatisticsOptions extends Pick<Statistics, 'goals' | 'articles' | 'asOf'> {
  readonly log: Logger
  /** Changes whenever the tables change other than by loading new events. */
  readonly tablesVersion: () => number
  /** Titles of all pages; by default those of articles alone. */
  readonly titles?: PageTitles
  /** Limits of one query, in place of the defaults. */
  readonly limits?: Partial<QueryLimits>
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** How long a reading of sessions serves all queries, in milliseconds; a second by default. */
  readonly freshMs?: number
}

/** The start of counting changes when events expire, are erased or restored, and with the very first page view. */
const COUNTED_SINCE_MS = 10_000

export function openStatistics(clickhouse: ClickHouse, options: StatisticsOptions): Statistics {
  const { log, asOf, tablesVersion, goals, articles, titles: ofPages = [], limits, now, freshMs } = options
  const runner = new QueryRunner(clickhouse, limits)
  const reader = new SessionReader(
    clickhouse.shards.map(({ migrator }) => migrator),
    asOf,
    freshMs,
  )
  const queries = new QueryCache(runner.run, tablesVersion)
  const never = new AbortController().signal
  const queryRows: QueryRows = async (query, signal = never) =>
    (await queries.run(query, { ttlMs: 0, asOf: asOf() }, signal)).value.rows
  const since = new CachedValue(COUNTED_SINCE_MS, () => runAsViewer(undefined, () => countedSince(queryRows)))
  const figures: ReportSources = {
    queryRows,
    sessionsIn: async (range, signal) =>
      new SessionQuery((await reader.read(range.to, signal)).view, visibleRange(range, (now ?? Date.now)())),
    goals,
    articles,
    countedSince: () => since.get(),
  }
  const isArticle = new Set(articles.map(({ path }) => path))
  const titles = [
    ...articles.map(({ path, title }) => ({ path, title })),
    ...ofPages.filter(({ path }) => !isArticle.has(path)),
  ]
  const engine = new QueryEngine({
    queries,
    readSessions: reader.read,
    goals,
    articles,
    countedSince: figures.countedSince,
    titles,
    ...(now && { now }),
  })
  // Runs for all listeners, not only for the one that started it.
  const feed = new RealtimeFeed(
    (now, signal, filters) => runAsViewer(undefined, () => realtime(figures, now, signal, filters)),
    log,
  )
  return {
    ...figures,
    asOf,
    runQuery: runner.run,
    queryFile: runner.runForFile,
    titles,
    engine,
    realtime: feed,
    invalidate() {
      reader.invalidate()
      queries.clear()
    },
    async close() {
      feed.stop()
      await runner.close()
    },
  }
}
