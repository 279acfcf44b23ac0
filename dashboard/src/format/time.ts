import { publication } from '@half-measure/shared/publication.ts'
import type { Bucket } from '@half-measure/shared/stats/engine/stats-query.ts'

/** All times are the publication's. */
const { timeZone } = publication

const formatter = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, ...options })
  return (at: Date) => format.format(at).replace(',', '')
}

/** `14:02` */
export const formatClock = formatter({ hour: '2-digit', minute: '2-digit' })

/** `14:02:31` */
export const formatClockWithSeconds = formatter({ timeStyle: 'medium' })

/** `Fri 20 Nov` */
export const formatShortDay = formatter({ weekday: 'short', day: 'numeric', month: 'short' })

/** `Friday 20 November 2026` */
export const formatLongDay = formatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

const year = formatter({ year: 'numeric' })
const dayAndMonth = formatter({ day: 'numeric', month: 'short' })
const shortMonth = formatter({ month: 'short', year: '2-digit' })
const longMonth = formatter({ month: 'long', year: 'numeric' })

/** `Fri 20 Nov 2026, 14:02` */
export function formatMoment(at: Date | string): string {
  const date = new Date(at)
  return `${formatShortDay(date)} ${year(date)}, ${formatClock(date)}`
}

/** On an axis: `14:00`, `Fri 20 Nov`, `16 Nov`, `Nov 26`. */
export function bucketLabel(start: Date, interval: Bucket): string {
  return { hour: formatClock, day: formatShortDay, week: dayAndMonth, month: shortMonth }[interval](start)
}

const LONG_BUCKET: Record<Bucket, (start: Date) => string> = {
  hour: (start) => `on ${formatLongDay(start)} at ${formatClock(start)}`,
  day: (start) => `on ${formatLongDay(start)}`,
  week: (start) => `in the week of ${formatLongDay(start)}`,
  month: (start) => `in ${longMonth(start)}`,
}

/** `on Friday 20 November 2026 at 14:00`, `in the week of Monday 16 November 2026`, `in November 2026` */
export function longBucketLabel(start: Date, interval: Bucket): string {
  return LONG_BUCKET[interval](start)
}

const monthAndDay = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: '2-digit' })
const longDate = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' })

/** `Nov 13 - Nov 20`, or `Pick a date range` while an end is missing. Days are `YYYY-MM-DD`. */
export function rangeLabel(from: string | null, to: string | null): string {
  if (from === null || to === null) return 'Pick a date range'
  return `${monthAndDay.format(new Date(from))} - ${monthAndDay.format(new Date(to))}`
}

/** `13 November 2026` */
export function formatDay(day: string): string {
  return longDate.format(new Date(day))
}

/** `13 to 20 November 2026`, `24 October to 20 November 2026`, or a single day. */
export function longRangeLabel(from: string, to: string): string {
  if (from === to) return formatDay(from)
  const [day, month, year] = formatDay(from).split(' ')
  const [, lastMonth, lastYear] = formatDay(to).split(' ')
  const begin = year !== lastYear ? [day, month, year] : month !== lastMonth ? [day, month] : [day]
  return `${begin.join(' ')} to ${formatDay(to)}`
}
