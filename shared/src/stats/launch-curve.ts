import { z } from 'zod'

/** Hours of the first week. */
export const LAUNCH_HOURS = 7 * 24

/** By the end of each of the first hours, cumulative. */
const Curve = z.array(z.number())

/**
 * `GET /api/stats/articles/:slug/launch`: page views of an article's first week, which begins at midnight of the day of
 * publication, beside those of the others.
 */
export const LaunchCurve = z.object({
  /** Of the hours that are over; null where counting began after publication. */
  views: Curve.nullable(),
  /** Of the other articles whose first week is over and was counted; null with fewer than four of them. */
  others: z.object({ articles: z.int(), low: Curve, median: Curve, high: Curve }).nullable(),
})
export type LaunchCurve = z.infer<typeof LaunchCurve>
