import type { Bucket } from '@half-measure/shared/stats/engine/question.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { formatClock, formatLongDay, formatShortDay } from './time.ts'

const { timeZone } = publication
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short' })
const shortMonth = new Intl.DateTimeFormat('en-GB', { timeZone, month: 'short', year: '2-digit' })
const longMonth = new Intl.DateTimeFormat('en-GB', { timeZone, month: 'long', year: 'numeric' })

/** What stands on an axis: `14:00`, `Fri 20 Nov`, `16 Nov`, `Nov 26`. */
export function bucketLabel(start: Date, interval: Bucket): string {
  switch (interval) {
    case 'hour':
      return formatClock(start)
    case 'day':
      return formatShortDay(start)
    case 'week':
      return dayAndMonth.format(start)
    case 'month':
      return shortMonth.format(start)
  }
}

/** `on Friday 20 November 2026 at 14:00`, `in the week of Monday 16 November 2026`, `in November 2026` */
export function longBucketLabel(start: Date, interval: Bucket): string {
  switch (interval) {
    case 'hour':
      return `on ${formatLongDay(start)} at ${formatClock(start)}`
    case 'day':
      return `on ${formatLongDay(start)}`
    case 'week':
      return `in the week of ${formatLongDay(start)}`
    case 'month':
      return `in ${longMonth.format(start)}`
  }
}
