import { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { readStatsQuery, statsParameter } from '@half-measure/shared/stats/engine/stats-query-url.ts'
import type { Context } from 'hono'
import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import type { Goals } from '@half-measure/shared/stats/goals.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { parseQuery } from '../platform/http/read-request.ts'
import { QueryScope } from './engine/query-scope.ts'
import type { SessionQuery } from './engine/session-query.ts'
import type { QueryRows } from '../warehouse/clickhouse/query.ts'

/** Sources of figures about sessions. */
export interface ReportSources {
  readonly queryRows: QueryRows
  /** The sessions of a range, finished and open, to select from. */
  readonly sessionsIn: (
    range: Pick<StatsRange, 'from' | 'to' | 'bots'>,
    signal?: AbortSignal,
  ) => Promise<SessionQuery>
  /** What counts as a goal, right now. */
  readonly goals: () => Promise<Goals>
  /** Published articles, which define categories and authors. Empty if the site was not built. */
  readonly articles: readonly ListedArticle[]
  /** When counting began, milliseconds since 1970; undefined where nothing was counted yet. */
  readonly countedSince: () => Promise<number | undefined>
}

/** The same sources, whose queries are cancelled when the signal fires. */
export function within<Sources extends Pick<ReportSources, 'queryRows'> & Partial<ReportSources>>(
  sources: Sources,
  signal: AbortSignal,
): Sources {
  const { sessionsIn } = sources
  const queryRows: QueryRows = (query) => sources.queryRows(query, signal)
  const bound: Partial<ReportSources> = sessionsIn ? { sessionsIn: (range) => sessionsIn(range, signal) } : {}
  return { ...sources, ...bound, queryRows }
}

/** The range and filters of a report. */
export type ReportScope = Pick<StatsQuery, 'range' | 'filters'>

/** Range, filters and comparison of a request. @throws {ApiError} 400 `invalid_query`. */
export function readReportScope(c: Context): ReportScope & Pick<StatsQuery, 'compare'> {
  const query = new URL(c.req.url).searchParams
  // Reports have their own limits.
  query.delete('limit')
  return parseQuery(StatsQuery, readStatsQuery(query), statsParameter)
}

/** The sessions of a range that match the filters, each as a whole. */
export async function sessionsInScope(
  { sessionsIn, goals, articles }: Pick<ReportSources, 'sessionsIn' | 'goals' | 'articles'>,
  { range, filters }: ReportScope,
): Promise<SessionQuery> {
  const sessions = await sessionsIn(range)
  const scope = new QueryScope({ filters, tz: range.tz, articles, goals: await goals() }, sessions.params)
  sessions.restrict(scope.session)
  return sessions
}
