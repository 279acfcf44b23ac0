import { z } from 'zod'

/** Hours after its beginning for which a visit is followed. */
export const RETENTION_HOURS = 24

const Hour = z.object({
  /** 1 is the second hour of a visit: from 60 to 120 minutes after its beginning. */
  hour: z.int(),
  /** Visits for which this hour is over. */
  visits: z.int(),
  /** Of these, visits with a page view in it. */
  active: z.int(),
  /** Percent, two decimals; null without visits. */
  share: z.number().nullable(),
})

/**
 * `GET /api/stats/retention`: how long visits go on. What it is not: how many readers return. A visit is one tab of
 * one browser, until it is closed; nothing is kept beyond it, so who comes back tomorrow is somebody new.
 */
export const Retention = z.object({
  /** What these figures can say and what not, for the screen. */
  note: z.string(),
  /** Visits that began in the range. */
  visits: z.int(),
  hours: z.array(Hour),
  /** Visits with a page view more than a day after their beginning: tabs that stayed open. */
  later: z.int(),
  /** The same by the day on which visits began, in the zone asked for; days without visits are left out. */
  days: z.array(z.object({ day: z.iso.date(), visits: z.int(), hours: z.array(Hour), later: z.int() })),
})
export type Retention = z.infer<typeof Retention>
