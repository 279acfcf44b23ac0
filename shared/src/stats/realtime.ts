import { z } from 'zod'

/** How long after its last event a session counts as current. */
export const ACTIVE_MINUTES = 5
/** The minutes that are shown. */
export const RECENT_MINUTES = 30

/** Sessions by value, the most frequent first; with `others` they add up to all. */
const Ranked = z.object({
  top: z.array(z.object({ key: z.string(), sessions: z.int() })),
  /** Sessions with any other value. */
  others: z.int(),
})

/**
 * The data of each `now` event of `GET /api/stats/realtime`. The stream ends with an `end` event when the listener may not
 * listen any longer.
 */
export const Realtime = z.object({
  at: z.iso.datetime(),
  /** Sessions with an event of any kind in the last five minutes, without bots. */
  sessions: z.int(),
  /** Page views of the last thirty minutes, the current one last; `minute` is its start. */
  minutes: z.array(z.object({ minute: z.iso.datetime(), page_views: z.int() })),
  /** Where these sessions are: the page that each viewed last. */
  pages: Ranked,
  /** Where they came from: the source of each session, empty for none. */
  sources: Ranked,
})
export type Realtime = z.infer<typeof Realtime>
