import { z } from 'zod'
import { wellFormed } from './text.ts'

/** Query of every paged list. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(100).default(50),
  /** `next` of the page before. */
  cursor: z.string().max(200).optional(),
}

/** Text to search for; absent where it is empty. */
export const SearchText = z
  .string()
  .overwrite((text) => wellFormed(text).trim())
  .max(200)
  .transform((text) => text || undefined)
  .optional()

/** Where the next page begins; null on the last one. */
export const NextCursor = z.string().nullable()
