import { z } from 'zod'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import type { Summary } from '@half-measure/shared/stats/summary.ts'
import type { AskRows } from './ask-rows.ts'
import { type AskPlan, exactly } from './engine/ask-plan.ts'
import { planTotals } from './engine/plan.ts'
import { inRange, rangeParams } from './range.ts'

const Others = z.object({
  click_events: z.coerce.number(),
  unique_element_types: z.coerce.number(),
  conversions: z.coerce.number(),
  active_tests: z.coerce.number(),
})

export async function summary(
  { askRows, askPlan }: { readonly askRows: AskRows; readonly askPlan: AskPlan },
  range: StatsRange,
  signal?: AbortSignal,
): Promise<Summary> {
  const created = inRange('created_at', range)
  const [[visits], [others]] = await Promise.all([
    askPlan(exactly(range, ['page_views', 'sessions']), planTotals, signal),
    askRows(
      {
        name: 'summary of actions',
        sql: `SELECT * FROM
          (SELECT count() AS click_events, uniqExact(element_type) AS unique_element_types
            FROM analytics.click_events WHERE ${created}) AS clicks,
          (SELECT count() AS conversions FROM analytics.conversion_events WHERE ${created}) AS conversions,
          (SELECT uniqExact(test_name) AS active_tests
            FROM analytics.ab_test_assignments WHERE ${inRange('assigned_at', range)}) AS tests`,
        params: rangeParams(range),
        row: Others,
      },
      signal,
    ),
  ])
  if (!visits || !others) throw new Error('an aggregate without GROUP BY has one row')
  const pageViews = visits.figures.page_views ?? 0
  return {
    page_views: pageViews,
    unique_sessions: visits.figures.sessions ?? 0,
    ...others,
    conversion_rate: conversionRate(others.conversions, pageViews),
  }
}

/** Percent of page views with two decimals; 0 without page views. */
export function conversionRate(conversions: number, pageViews: number): number {
  return pageViews === 0 ? 0 : Math.round((conversions * 10_000) / pageViews) / 100
}
