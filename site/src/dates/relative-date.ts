import { DAY_MS } from '@half-measure/shared/durations.ts'

/** Whole days from one calendar day to another, both `YYYY-MM-DD`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** The calendar day `days` before `day`, both `YYYY-MM-DD`. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
}

/** The magazine's calendar day at an instant, as `YYYY-MM-DD`. */
export function londonDay(instant: Date): string {
  // The first use of a time zone holds a phone up for 50 ms. London is at UTC or an hour ahead.
  if (instant.getUTCHours() < 23) return instant.toISOString().slice(0, 10)
  // Sweden writes its dates the way ISO does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' }).format(instant)
}

/** `Today`, `1 day ago`, days under 30, months of 30 days under 365 days, then years of 365. */
export function relativeDate(day: string, today: string): string {
  const days = daysBetween(day, today)
  if (days <= 0) return 'Today'
  if (days < 30) return ago(days, 'day')
  if (days < 365) return ago(Math.floor(days / 30), 'month')
  return ago(Math.floor(days / 365), 'year')
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}
