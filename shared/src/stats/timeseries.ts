import { z } from 'zod'

/** `start` is the instant at which a bucket begins in the requested zone; empty buckets are present. */
export const Timeseries = z.array(
  z.object({ start: z.iso.datetime(), page_views: z.int(), unique_sessions: z.int() }),
)
export type Timeseries = z.infer<typeof Timeseries>
