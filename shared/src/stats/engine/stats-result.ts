import { z } from 'zod'
import { Metric } from './metrics.ts'

/** Figures of fewer sessions are withheld from tokens and links. */
export const MIN_SESSIONS = 5

/** Null if there is nothing to divide by (no sessions, no bounce rate), or the time was not counted. */
export const Figures = z.partialRecord(Metric, z.number().nullable())
export type Figures = z.infer<typeof Figures>

/** The cost of a result, and its time. */
export const Provenance = z.object({
  rows_read: z.int(),
  bytes_read: z.int(),
  took_ms: z.number(),
  /** Whether it came from the cache. */
  cached: z.boolean(),
  /** Everything acknowledged before this moment is in it. */
  as_of: z.iso.datetime(),
})
export type Provenance = z.infer<typeof Provenance>

const Row = z.object({
  /** The value of the dimension, empty for none, or the instant at which the bucket begins in the zone. */
  key: z.string(),
  figures: Figures,
  /**
   * Of the same value, or of the bucket that is as far into the compared range. Buckets without one, such as an hour that
   * clocks skip or repeat, have neither.
   */
  compared: Figures.optional(),
  compared_key: z.string().optional(),
})

/** `GET /api/stats/query`. */
export const StatsResult = z.object({
  /** None without a split. Empty buckets are present; values without an event are not. */
  rows: z.array(Row),
  /** For a breakdown: the number of rows without limit and offset. */
  row_count: z.int(),
  totals: z.object({ figures: Figures, compared: Figures.optional() }),
  compared_range: z.object({ from: z.iso.datetime(), to: z.iso.datetime() }).nullable(),
  /** The start of the bucket that is not over yet; null if all are. */
  incomplete_from: z.iso
    .datetime()
    .nullable()
    .describe(
      'Start of the bucket that is not over yet. Buckets that have not begun have null for every figure.',
    ),
  /** When counting began; null where nothing was counted yet. */
  counted_since: z.iso
    .datetime()
    .nullable()
    .describe(
      'When counting began. Earlier buckets have null for every figure. So have compared figures where more than a seventh, or more than a day, of the compared range is earlier.',
    ),
  provenance: Provenance,
})
export type StatsResult = z.infer<typeof StatsResult>
