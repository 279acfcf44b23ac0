import { z } from 'zod'

/** Rows that the database refuses, without their contents, which may be a reader's. */
export const DeadLetterEntry = z.object({
  table: z.string(),
  /** The batch in which it was refused; its dead letter is a batch of its own. */
  batch_id: z.string(),
  at: z.iso.datetime(),
  /** In the engine's words, shortened. */
  error: z.string(),
  /** How many: one, or the rest of a batch that was set aside as a whole. */
  rows: z.int(),
})
export type DeadLetterEntry = z.infer<typeof DeadLetterEntry>

/** `GET /api/dead-letters`: newest first, at most a hundred. */
export const DeadLetterList = z.object({ dead_letters: z.array(DeadLetterEntry), count: z.int() })
export type DeadLetterList = z.infer<typeof DeadLetterList>

/** `POST /api/dead-letters/retry`: what became of all of them. */
export const DeadLetterRetry = z.object({ inserted: z.int(), refused: z.int() })
export type DeadLetterRetry = z.infer<typeof DeadLetterRetry>
