/** Events shown on the home page. */
export const EVENTS_SHOWN = 9

/** Days are `YYYY-MM-DD`. */
export interface EventDays {
  readonly date: string
  /** The last of several days. */
  readonly lastDay?: string | undefined
}

/** An event is past from the day after its last. */
export function isPast({ date, lastDay = date }: EventDays, today: string): boolean {
  return lastDay < today
}

/** Upcoming events by date, then past ones, latest first. */
export function orderEvents<T extends EventDays>(events: readonly T[], today: string): T[] {
  return events.toSorted((a, b) => {
    const past = isPast(a, today)
    if (past !== isPast(b, today)) return past ? 1 : -1
    // `localeCompare` would load the rules of a language first: 10 ms of the start of the home page.
    const order = a.date === b.date ? 0 : a.date < b.date ? -1 : 1
    return past ? -order : order
  })
}
