import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { z } from 'zod'
import type { AskRows } from '../ask-rows.ts'
import { inRange, rangeParams } from '../range.ts'

const Outcomes = z.object({
  page_path: z.string(),
  subscriptions: z.coerce.number(),
  affiliate_clicks: z.coerce.number(),
  pounds: z.coerce.number(),
})
export type OutcomesOfPage = z.output<typeof Outcomes>

const FIGURES = `countIf(event_type = 'newsletter_signup') AS subscriptions,
  countIf(event_type = 'affiliate_click') AS affiliate_clicks,
  sumIf(value, currency = 'GBP') AS pounds`

/** Conversions on pages. */
export function outcomesOnPage(
  ask: AskRows,
  range: StatsRange,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<OutcomesOfPage[]> {
  return ask(
    {
      name: 'outcomes on articles',
      sql: `SELECT page_path, ${FIGURES} FROM analytics.conversion_events
        WHERE ${inRange('created_at', range)} AND page_path IN {paths: Array(String)} GROUP BY page_path`,
      params: { ...rangeParams(range), paths },
      row: Outcomes,
    },
    signal,
  )
}

/** Conversions anywhere in visits that had opened a page before, once for each such page. */
export function outcomesAfterReading(
  ask: AskRows,
  range: StatsRange,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<OutcomesOfPage[]> {
  const where = inRange('created_at', range)
  return ask(
    {
      name: 'outcomes after articles',
      sql: `SELECT opened.page_path AS page_path, ${FIGURES}
        FROM (SELECT cityHash64(session_id) AS visit, created_at, event_type, value, currency
          FROM analytics.conversion_events WHERE ${where}) AS done
        INNER JOIN (SELECT cityHash64(session_id) AS visit, page_path, min(created_at) AS opened_at
          FROM analytics.page_views
          WHERE ${where} AND page_path IN {paths: Array(String)}
            AND cityHash64(session_id) IN (SELECT cityHash64(session_id) FROM analytics.conversion_events WHERE ${where})
          GROUP BY visit, page_path) AS opened
        ON opened.visit = done.visit
        WHERE done.created_at >= opened.opened_at
        GROUP BY page_path`,
      params: { ...rangeParams(range), paths },
      row: Outcomes,
    },
    signal,
  )
}
