import { z } from 'zod'
import { HOUR_MS } from '../durations.ts'
import { publication } from '../publication.ts'

const EARLIEST = Date.UTC(1970, 0, 2)
const LATEST = Date.UTC(2200, 0, 1)

/** Far enough for any event, and within what every layer can hold: a wider range means the same. */
export function clampInstant(instant: string, earliest = EARLIEST, latest = LATEST): string {
  return new Date(Math.min(Math.max(Date.parse(instant), earliest), latest)).toISOString()
}

/** An IANA name, in the spelling that every layer knows. */
const TimeZone = z.string().transform((zone, context) => {
  const canonical = canonicalZone(zone)
  if (canonical) return canonical
  context.addIssue({ code: 'custom', message: 'an IANA time zone such as Europe/London' })
  return z.NEVER
})

/** `from <= t < to`, ISO 8601; `tz` names the zone in which days begin. */
export const StatsRange = z
  .object({
    from: z.iso.datetime({ offset: true }),
    to: z.iso.datetime({ offset: true }),
    tz: TimeZone.default(publication.timeZone),
    /** Sessions of self-declared bots are left out by default. */
    bots: z.enum(['exclude', 'include']).default('exclude'),
  })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    path: ['to'],
    message: 'must be after from',
  })
  // Not empty where it lies outside as a whole.
  .transform((range) => ({
    ...range,
    from: clampInstant(range.from, EARLIEST, LATEST - HOUR_MS),
    to: clampInstant(range.to, EARLIEST + HOUR_MS, LATEST),
  }))
export type StatsRange = z.output<typeof StatsRange>

/**
 * Undefined if it is no zone, or a bare offset, which has no days of its own, or one of the names that `Intl` has kept
 * from ICU and no other layer knows.
 */
function canonicalZone(zone: string): string | undefined {
  if (/^(?:[+-]|systemv\/)/i.test(zone)) return undefined
  try {
    return Intl.DateTimeFormat('en-GB', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
