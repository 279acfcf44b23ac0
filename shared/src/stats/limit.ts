import { z } from 'zod'

/** `limit` of a list: 1 to 100. */
export function limitOf(fallback: number) {
  return z.coerce.number().int().min(1).max(100).default(fallback)
}
