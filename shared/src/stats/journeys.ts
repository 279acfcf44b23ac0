import { z } from 'zod'
import { normalisePath } from '../events/common.ts'
import { limitOf } from '../page.ts'

/** `GET /api/stats/journeys`, beside the range. */
export const JourneyQuery = z.object({
  /** Path of the page where journeys start or end. */
  page: z.string().startsWith('/').max(2_000).overwrite(normalisePath),
  direction: z.enum(['next', 'previous']).default('next'),
  /** Pages to follow. */
  steps: z.coerce.number().int().min(1).max(5).default(3),
  /** Maximum pages at each step, and whole paths. */
  limit: limitOf(10),
})
export type JourneyQuery = z.output<typeof JourneyQuery>

export const JourneyStep = z.object({
  /** Most first. */
  pages: z.array(z.object({ page: z.string(), sessions: z.int() })),
  /** Sessions on pages beyond the limit. */
  others: z.int(),
  /** Sessions without this step: they ended before, or began after. */
  ended: z.int(),
})
export type JourneyStep = z.infer<typeof JourneyStep>

/**
 * The paths that sessions took from a page, or to it. Each session counts once, by its first view of the page in the range;
 * a page that is loaded again is one step.
 */
export const Journeys = z.object({
  page: z.string(),
  direction: z.enum(['next', 'previous']),
  /** Sessions that saw the page: `pages`, `others` and `ended` of each step add up to them. */
  sessions: z.int(),
  /** One for each step, the nearest first. */
  steps: z.array(JourneyStep),
  /** Whole paths, the nearest page first, the most frequent first. */
  paths: z.array(
    z.object({
      pages: z.array(z.string()),
      /** Whether it stopped there: fewer pages than requested. */
      ended: z.boolean(),
      sessions: z.int(),
    }),
  ),
})
export type Journeys = z.infer<typeof Journeys>
