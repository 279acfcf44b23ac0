import { z } from 'zod'
import type { Dimension } from './engine/dimensions.ts'
import { Filter } from './engine/stats-query.ts'

/** What sessions of this moment can be filtered by: the page they saw last, and what their first page view says. */
export const LIVE_DIMENSIONS = ['page', 'source', 'country', 'device'] as const satisfies Dimension[]

/** `f` in the query of `GET /api/stats/realtime`. */
export const LiveFilters = z
  .array(
    Filter.refine(({ dimension }) => LIVE_DIMENSIONS.some((one) => one === dimension), {
      path: ['dimension'],
      message: `one of ${LIVE_DIMENSIONS.join(', ')}`,
    }),
  )
  .max(12)

/** Visitors count as here for so long after their last event. */
export const HERE_MINUTES = 5
/** The minutes that are shown. */
export const RECENT_MINUTES = 30

const Now = z.object({ key: z.string(), visitors: z.int() })

/**
 * The data of each `now` event of `GET /api/stats/realtime`. The stream ends with an `end` event when the one who
 * listens may not any longer.
 */
export const Realtime = z.object({
  at: z.iso.datetime(),
  /** Sessions with an event of any kind in the last five minutes, without bots. */
  visitors: z.int(),
  /** Page views of the last thirty minutes, the current one last; `minute` is its start. */
  minutes: z.array(z.object({ minute: z.iso.datetime(), page_views: z.int() })),
  /** Where these visitors are: the page each saw last. */
  pages: z.array(Now),
  /** Where they came from: the source of the first page view of each in the last thirty minutes, empty for none. */
  sources: z.array(Now),
})
export type Realtime = z.infer<typeof Realtime>
