import { z } from 'zod'

export const MAX_LIMIT = 100

/** `limit` of a list: 1 to 100. */
export function limitOf(fallback: number) {
  return z.coerce.number().int().min(1).max(MAX_LIMIT).default(fallback)
}
