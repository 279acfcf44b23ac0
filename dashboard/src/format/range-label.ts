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

/** `13 to 20 November 2026`, `24 October to 20 November 2026`, or the one day that it is. */
export function longRangeLabel(from: string, to: string): string {
  if (from === to) return formatDay(from)
  const [day, month, year] = formatDay(from).split(' ')
  const [, lastMonth, lastYear] = formatDay(to).split(' ')
  const begin = year !== lastYear ? [day, month, year] : month !== lastMonth ? [day, month] : [day]
  return `${begin.join(' ')} to ${formatDay(to)}`
}
