import { z } from 'zod'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import type { Summary } from '@half-measure/shared/stats/summary.ts'
import type { AskRows } from './ask-rows.ts'
import { inRange, rangeParams } from './range.ts'

const Row = z.object({
  page_views: z.coerce.number(),
  unique_sessions: z.coerce.number(),
  click_events: z.coerce.number(),
  unique_element_types: z.coerce.number(),
  conversions: z.coerce.number(),
  active_tests: z.coerce.number(),
})

export async function summary(ask: AskRows, range: StatsRange, signal?: AbortSignal): Promise<Summary> {
  const created = inRange('created_at', range)
  const [row] = await ask(
    {
      name: 'summary',
      sql: `SELECT * FROM
        (SELECT count() AS page_views, uniqExact(session_id) AS unique_sessions
          FROM analytics.page_views WHERE ${created}) AS views,
        (SELECT count() AS click_events, uniqExact(element_type) AS unique_element_types
          FROM analytics.click_events WHERE ${created}) AS clicks,
        (SELECT count() AS conversions FROM analytics.conversion_events WHERE ${created}) AS conversions,
        (SELECT uniqExact(test_name) AS active_tests
          FROM analytics.ab_test_assignments WHERE ${inRange('assigned_at', range)}) AS tests`,
      params: rangeParams(range),
      row: Row,
    },
    signal,
  )
  if (!row) throw new Error('an aggregate without GROUP BY has one row')
  return { ...row, conversion_rate: conversionRate(row.conversions, row.page_views) }
}

/** Percent of page views with two decimals; 0 without page views. */
export function conversionRate(conversions: number, pageViews: number): number {
  return pageViews === 0 ? 0 : Math.round((conversions * 10_000) / pageViews) / 100
}
