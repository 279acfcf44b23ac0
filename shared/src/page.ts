import { z } from 'zod'
import { wellFormed } from './text.ts'

export const MAX_LIMIT = 100

/** `limit` of a list: 1 to 100. */
export function limitOf(fallback: number) {
  return z.coerce.number().int().min(1).max(MAX_LIMIT).default(fallback)
}

/** Query of every paged list. */
export const pageQuery = {
  limit: limitOf(50),
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
