const format = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A day of the calendar in a sentence: `Monday 2 November 2026`. @param day `2026-11-02` */
export function longDay(day: string): string {
  return format.format(new Date(day)).replace(',', '')
}
