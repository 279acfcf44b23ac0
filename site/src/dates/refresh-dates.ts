import { publication } from '@half-measure/shared/publication.ts'
import { calendarDay, relativeDate } from './relative-date.ts'

/** Brings the prerendered "3 days ago" up to the reader's today. */
export function refreshDates(): void {
  const today = calendarDay(new Date(), publication.timeZone)
  for (const time of document.querySelectorAll<HTMLTimeElement>('[data-relative-date]')) {
    time.textContent = relativeDate(time.dateTime, today)
  }
}
