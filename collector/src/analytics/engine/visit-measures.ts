import type { Measure } from './measures.ts'

/** Less reading than this, one view, no click and no conversion: a bounce. */
const BOUNCE_MS = 10_000
export const BOUNCES = `views = 1 AND clicks = 0 AND conversions = 0 AND active_ms < ${BOUNCE_MS}`

/** What measures are of visits, one in each row, with the columns of `visit-facts.ts`. */
export const OF_VISITS: Readonly<Record<Measure, string>> = {
  page_views: 'sum(views)',
  sessions: 'countIf(views > 0)',
  visits: 'countIf(views > 0)',
  duration_ms: 'sumIf(last_at - first_at, views > 0)',
  bounces: `countIf(${BOUNCES})`,
  active_ms: 'sumIf(active_ms, views > 0)',
  depth_sum: 'sum(arraySum(mapValues(depths)))',
  depths: 'sum(length(depths))',
  clicks: 'sum(clicks)',
  conversions: 'sum(conversions)',
  revenue: 'sum(revenue)',
  converted: 'countIf(views > 0 AND conversions > 0)',
  rate_visits: 'countIf(views > 0)',
}
