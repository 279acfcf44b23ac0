import { z } from 'zod'
import { wellFormed } from '../text.ts'

export type JsonData = null | boolean | number | string | JsonData[] | { [key: string]: JsonData }

const MAX_DEPTH = 4
const MAX_KEYS = 50
const MAX_LENGTH = 4_000

/**
 * A small free-form object: at most 4 levels, 50 keys altogether and 4,000 characters of JSON.
 * Keys are copied as data, `__proto__` included, so nothing a client names reaches a prototype.
 */
export const JsonObject = z.record(z.string(), z.unknown()).transform((value, context) => {
  const budget = { keys: MAX_KEYS }
  const clean = cleanJson(value, MAX_DEPTH, budget)
  if (clean !== undefined && JSON.stringify(clean).length <= MAX_LENGTH)
    return clean as { [key: string]: JsonData }
  context.addIssue({
    code: 'custom',
    message: `more than ${MAX_DEPTH} levels, ${MAX_KEYS} keys or ${MAX_LENGTH} characters`,
  })
  return z.NEVER
})

function cleanJson(value: unknown, depth: number, budget: { keys: number }): JsonData | undefined {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'string') return wellFormed(value)
  if (depth === 0 || typeof value !== 'object') return undefined

  const entries: [string, JsonData][] = []
  for (const [key, item] of Object.entries(value)) {
    const clean = --budget.keys < 0 ? undefined : cleanJson(item, depth - 1, budget)
    if (clean === undefined) return undefined
    entries.push([wellFormed(key), clean])
  }
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}
