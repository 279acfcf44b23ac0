/** `November 8, 2026`: story dates are printed the American way. `day` is `YYYY-MM-DD`. */
export function storyDate(day: string): string {
  return format(day, 'en-US')
}

/** `8 November 2026`, for events. `day` is `YYYY-MM-DD`. */
export function eventDate(day: string): string {
  return format(day, 'en-GB')
}

function format(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}
