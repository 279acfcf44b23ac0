import { z } from 'zod'
import { limitOf } from './limit.ts'

/** `GET /api/stats/journeys`, beside the range. */
export const JourneyQuestion = z.object({
  /** Path of the page that is gone out from. */
  page: z.string().startsWith('/').max(2_000),
  direction: z.enum(['next', 'previous']).default('next'),
  /** Pages to follow. */
  steps: z.coerce.number().int().min(1).max(5).default(3),
  /** Of pages at each step, and of whole paths. */
  limit: limitOf(10),
})
export type JourneyQuestion = z.output<typeof JourneyQuestion>

export const JourneyStep = z.object({
  /** Most first. */
  pages: z.array(z.object({ page: z.string(), visits: z.int() })),
  /** Visits on pages beyond the limit. */
  others: z.int(),
  /** Visits that had no such step: it ended before, or began after. */
  ended: z.int(),
})
export type JourneyStep = z.infer<typeof JourneyStep>

/**
 * The ways that visits took from a page, or to it. Each visit counts once, by its first view of the page in the range;
 * a page that is loaded again is one step.
 */
export const Journeys = z.object({
  page: z.string(),
  direction: z.enum(['next', 'previous']),
  /** Visits that saw the page: those at a step, beyond its limit and ended before it add up to them. */
  visits: z.int(),
  /** One for each step, the nearest first. */
  steps: z.array(JourneyStep),
  /** Whole ways, the nearest page first, most trodden first. */
  paths: z.array(
    z.object({
      pages: z.array(z.string()),
      /** Whether it stopped there: fewer pages than were asked for. */
      ended: z.boolean(),
      visits: z.int(),
    }),
  ),
})
export type Journeys = z.infer<typeof Journeys>
