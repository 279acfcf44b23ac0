import { DAY_MS } from '@half-measure/shared/durations.ts'

/** A calendar day as `YYYY-MM-DD`: no time, no zone. */
export type Day = string & { readonly brand: 'day' }

/** Parses a day; null if it does not exist, such as `2026-02-30`. */
export function parseDay(text: string): Day | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const date = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) return null
  return text as Day
}

export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10) as Day
}

export function dayAt(instant: Date, timeZone: string): Day {
  // The Swedish locale writes dates as ISO does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant) as Day
}

/** The instant at which a day begins in a zone. */
export function startOfDay(day: Day, timeZone: string): Date {
  return instantAt(day, '00:00', timeZone)
}

/** The instant at which clocks of a zone show a time, `17:30`, on a day. */
export function instantAt(day: Day, time: string, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T${time}Z`)
  const guess = asUtc - offsetAt(asUtc, timeZone)
  // The clocks may have changed between the guess and the time.
  return new Date(asUtc - offsetAt(guess, timeZone))
}

/** How far a zone's clocks are ahead of UTC at an instant, in ms. */
export function offsetAt(instantMs: number, timeZone: string): number {
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const wholeSecond = Math.floor(instantMs / 1000) * 1000
  return Date.parse(`${local.format(wholeSecond).replace(' ', 'T')}Z`) - wholeSecond
}

/** A day for a calendar widget: its noon in the browser's zone. */
export function toCalendarDate(day: Day): Date {
  return new Date(`${day}T12:00:00`)
}

export function fromCalendarDate(date: Date): Day {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' }).format(date) as Day
}
