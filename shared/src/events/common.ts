import { z } from 'zod'
import { Instant } from './instant.ts'
import { text } from './text.ts'

/** What every event carries. */
export const common = {
  /** Chosen by the sender once and kept on every retry; the same id counts once. Lower-cased. */
  event_id: z.guid().overwrite((id) => id.toLowerCase()),
  /** The sender's clock. Clamped to the time of receipt later, in the pipeline. */
  occurred_at: Instant,
}

/** Path on this site, with or without a query; 2,000 characters at most. */
export const PagePath = text(2_000).regex(/^\//, 'must start with /')
