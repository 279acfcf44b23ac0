import { TABLE_OF } from './event-kinds.ts'
import type { Ground } from './ground.ts'
import type { Part } from './part.ts'

/** Page views by page and hour. */
export function countedViews(ground: Ground): Part {
  return {
    gives: ['page_views'],
    tables: ['page_views_1h', ...(ground.span.pieces.rest === undefined ? [] : [TABLE_OF.views])],
    sql: `SELECT key, sum(views) AS sum_page_views FROM (${ground.viewsOfPages()}) GROUP BY key`,
  }
}

/** The same with the distinct visits, about half a percent off where they are many. */
export function estimatedVisits(ground: Ground): Part {
  return {
    ...countedViews(ground),
    gives: ['page_views', 'sessions'],
    isEstimated: true,
    sql: `SELECT key, sum(views) AS sum_page_views, uniqCombined64Merge(sessions) AS sum_sessions
      FROM (${ground.viewsOfPages()}) GROUP BY key`,
  }
}
