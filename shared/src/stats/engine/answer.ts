import { z } from 'zod'
import { Metric } from './metrics.ts'

/** Null where there is nothing to divide by: no visits, no bounce rate. */
export const Figures = z.partialRecord(Metric, z.number().nullable())
export type Figures = z.infer<typeof Figures>

/** Where an answer comes from and how far it can be trusted. */
export const Provenance = z.object({
  /** Whether rollups sufficed or raw rows were read, from which tables, and why. */
  source: z.enum(['rollup', 'raw']),
  tables: z.array(z.string()),
  because: z.string(),
  /** False where visits are estimated: by sketches, half a percent off or less, or by a share of them; `because` says so. */
  exact: z.boolean(),
  rows_read: z.int(),
  bytes_read: z.int(),
  took_ms: z.number(),
  /** Whether it was kept from an earlier time. */
  cached: z.boolean(),
  /** Everything acknowledged before this moment is in it. */
  as_of: z.iso.datetime(),
})
export type Provenance = z.infer<typeof Provenance>

const Row = z.object({
  /** The value of the dimension, empty for none, or the instant at which the bucket begins in the zone. */
  key: z.string(),
  figures: Figures,
  /** Of the same value, or of the bucket in the same place, in the range compared with. */
  compared: Figures.optional(),
  compared_key: z.string().optional(),
})

/** `GET /api/stats/query`. */
export const Answer = z.object({
  /** Of a question without a split: none. Empty buckets are present; values without an event are not. */
  rows: z.array(Row),
  /** Of a breakdown: how many rows there are without limit and offset. */
  row_count: z.int(),
  totals: z.object({ figures: Figures, compared: Figures.optional() }),
  /** The range compared with. */
  compared_range: z.object({ from: z.iso.datetime(), to: z.iso.datetime() }).nullable(),
  /** The start of the bucket that is not over yet; null if all are. */
  incomplete_from: z.iso.datetime().nullable(),
  provenance: Provenance,
})
export type Answer = z.infer<typeof Answer>
