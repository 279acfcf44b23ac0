import { z } from 'zod'
import { publication } from '../publication.ts'

/** `from <= t < to`, ISO 8601; `tz` names the zone in which days begin. */
export const StatsRange = z
  .object({
    from: z.iso.datetime({ offset: true }),
    to: z.iso.datetime({ offset: true }),
    tz: z
      .string()
      .refine(isTimeZone, 'an IANA time zone such as Europe/London')
      .default(publication.timeZone),
    /** Visits of self-declared bots are left out unless asked for. */
    bots: z.enum(['exclude', 'include']).default('exclude'),
  })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    path: ['to'],
    message: 'must be after from',
  })
export type StatsRange = z.output<typeof StatsRange>

function isTimeZone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat('en-GB', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
