import { z } from 'zod'
import { publication } from '../publication.ts'

const EARLIEST = Date.UTC(1970, 0, 2)
const LATEST = Date.UTC(2200, 0, 1)

/** Far enough for any event, and within what every layer can hold: a wider range means the same. */
export function clampInstant(instant: string): string {
  return new Date(Math.min(Math.max(Date.parse(instant), EARLIEST), LATEST)).toISOString()
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
  .transform((range) => ({ ...range, from: clampInstant(range.from), to: clampInstant(range.to) }))
export type StatsRange = z.output<typeof StatsRange>

/** Undefined if it is no zone, or a bare offset, which has no days of its own. */
function canonicalZone(zone: string): string | undefined {
  if (/^[+-]/.test(zone)) return undefined
  try {
    return Intl.DateTimeFormat('en-GB', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
