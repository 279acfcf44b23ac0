import { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { readStatsQuery } from '@half-measure/shared/stats/engine/stats-query-url.ts'
import type { Context } from 'hono'
import { parseQuery } from '../platform/http/read-request.ts'

/** What the figures of a report are about. */
export type ScopedRequest = Pick<StatsQuery, 'range' | 'filters' | 'compare'>

/** Range, filters and comparison of a request. @throws {ApiError} 400 `invalid_query`. */
export function readScopedRequest(c: Context): ScopedRequest {
  const query = new URL(c.req.url).searchParams
  // That of a report is another.
  query.delete('limit')
  return parseQuery(StatsQuery, readStatsQuery(query))
}
