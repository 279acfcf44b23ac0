import { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { readStatsQuery } from '@half-measure/shared/stats/engine/stats-query-url.ts'
import type { Context } from 'hono'
import { parseQuery } from '../platform/http/read-request.ts'
import { QueryScope } from './engine/query-scope.ts'
import type { SessionQuery } from './engine/session-query.ts'
import type { ReportSources } from './report-sources.ts'

/** The range and filters of a report. */
export type ReportScope = Pick<StatsQuery, 'range' | 'filters'>

/** Range, filters and comparison of a request. @throws {ApiError} 400 `invalid_query`. */
export function readReportScope(c: Context): ReportScope & Pick<StatsQuery, 'compare'> {
  const query = new URL(c.req.url).searchParams
  // Reports have their own limits.
  query.delete('limit')
  return parseQuery(StatsQuery, readStatsQuery(query))
}

/** The sessions of a range that match the filters, each as a whole. */
export async function sessionsInScope(
  { sessionsIn, goals, articles }: Pick<ReportSources, 'sessionsIn' | 'goals' | 'articles'>,
  { range, filters }: ReportScope,
  signal?: AbortSignal,
): Promise<SessionQuery> {
  const sessions = await sessionsIn(range, signal)
  const scope = new QueryScope({ filters, tz: range.tz, articles, goals: await goals() }, sessions.params)
  sessions.restrict(scope.session)
  return sessions
}
