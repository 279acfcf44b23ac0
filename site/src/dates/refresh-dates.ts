import { londonDay, relativeDate } from './relative-date.ts'

/** Brings the prerendered "3 days ago" up to the reader's today. */
export function refreshDates(): void {
  const today = londonDay(new Date())
  for (const time of document.querySelectorAll<HTMLTimeElement>('[data-relative-date]')) {
    time.textContent = relativeDate(time.dateTime, today)
  }
}
