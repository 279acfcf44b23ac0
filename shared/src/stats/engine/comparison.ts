import { z } from 'zod'

/**
 * `previous` is the range of the same length just before, `week` the same shifted to a whole number of weeks, so that
 * weekdays match. `month` and `year` are the same days of the calendar a month or a year earlier, and whole months where
 * the range is one or more of them. `year_weekdays` is 52 weeks earlier.
 */
export const COMPARISONS = ['previous', 'week', 'month', 'year', 'year_weekdays'] as const
export type NamedComparison = (typeof COMPARISONS)[number]

/** The first and the last of other days, such as `2026-08-01..2026-08-28`, in the zone of the range. */
export type DaysCompared = `${string}..${string}`

/** Which range another one is compared with. */
export const Comparison = z.custom<NamedComparison | DaysCompared>(
  (text) =>
    typeof text === 'string' &&
    (COMPARISONS.some((name) => name === text) || readComparedDays(text) !== null),
  `one of ${COMPARISONS.join(', ')}, or the first and last day of another range, such as 2026-08-01..2026-08-28`,
)
export type Comparison = z.output<typeof Comparison>

/** The comparison of Explore, and of a link, without another: it compares a Friday with a Friday. */
export const DEFAULT_COMPARISON: Comparison = 'week'

export const COMPARED_DAYS_PATTERN =
  /^((?:19[7-9]|2[01]\d)\d-\d\d-\d\d)\.\.((?:19[7-9]|2[01]\d)\d-\d\d-\d\d)$/

/** Null for text that names no range, or one that ends before it begins. */
export function readComparedDays(text: string): { from: string; to: string } | null {
  const [, from = '', to = ''] = COMPARED_DAYS_PATTERN.exec(text) ?? []
  return isDay(from) && isDay(to) && from <= to ? { from, to } : null
}

/** `2026-02-30` is none. */
function isDay(text: string): boolean {
  return z.iso.date().safeParse(text).success
}
