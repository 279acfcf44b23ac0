import { z } from 'zod'

/** Hours of the first week. */
export const LAUNCH_HOURS = 7 * 24

/** Cumulative figures at the end of each hour. */
const Curve = z.array(z.number())

/**
 * `GET /api/stats/articles/:slug/launch`: page views of an article's first week, which begins at midnight of the day of
 * publication, beside those of the others.
 */
export const LaunchCurve = z.object({
  /**
   * Views in the hours that are over; null if counting began after publication, or it came out before its date or after
   * the first day.
   */
  views: Curve.nullable(),
  /** The other articles whose first week is over and was counted; null for fewer than four. */
  others: z.object({ articles: z.int(), low: Curve, median: Curve, high: Curve }).nullable(),
})
export type LaunchCurve = z.infer<typeof LaunchCurve>
