import { z } from 'zod'

/** Sessions of a day beside those of the same weekday in the four weeks before. */
const Compared = z.object({
  sessions: z.int(),
  /** Null where the day is not complete, one of these days was not counted, or the article was neither out nor read by several sessions a day. */
  usual: z.object({ fewest: z.int(), most: z.int() }).nullable(),
  /**
   * Set if it is unusual: beyond all four days by more than they lie apart and three times the square root of their
   * count besides, which chance and a trend hardly ever do.
   */
  stands_out: z.enum(['above', 'below']).nullable(),
})
export type ComparedDay = z.infer<typeof Compared>

/** `GET /api/stats/brief`: yesterday by the magazine's clocks, without bots. */
export const Brief = z.object({
  /** `YYYY-MM-DD`. */
  day: z.iso.date(),
  /** False while events of the day are still waiting to be loaded: nothing is compared. */
  complete: z.boolean(),
  total: Compared,
  /** The most unusual article, or the most read one if none is unusual. Null if none was read. */
  article: Compared.extend({ path: z.string(), title: z.string() }).nullable(),
  /** Likewise. */
  channel: Compared.extend({ channel: z.string() }).nullable(),
})
export type Brief = z.infer<typeof Brief>
