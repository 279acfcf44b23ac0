import { publication } from '@half-measure/shared/publication.ts'

const { timeZone } = publication
const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
const clockWithSeconds = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' })
const shortDay = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})
const year = new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric' })
const longDay = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** `14:02`, in the publication's zone. */
export function formatClock(at: Date): string {
  return clock.format(at)
}

/** `14:02:31` */
export function formatClockWithSeconds(at: Date): string {
  return clockWithSeconds.format(at)
}

/** `Fri 20 Nov` */
export function formatShortDay(at: Date): string {
  return shortDay.format(at).replace(',', '')
}

/** `Friday 20 November 2026` */
export function formatLongDay(at: Date): string {
  return longDay.format(at).replace(',', '')
}

/** `Fri 20 Nov 2026, 14:02` */
export function formatMoment(at: Date): string {
  return `${formatShortDay(at)} ${year.format(at)}, ${formatClock(at)}`
}
