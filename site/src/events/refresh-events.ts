import { publication } from '@half-measure/shared/publication.ts'
import { calendarDay } from '../dates/relative-date.ts'
import { EVENTS_SHOWN, isPast, orderEvents } from './order-events.ts'

/** Brings the prerendered list of events up to the reader's today. */
export function refreshEvents(): void {
  const list = document.querySelector('[data-events]')
  if (!list) return
  const today = calendarDay(new Date(), publication.timeZone)
  const cards = [...list.querySelectorAll<HTMLElement>('[data-event]')].map((element) => ({
    element,
    date: element.dataset['event'] ?? '',
  }))
  const ordered = orderEvents(cards, today)
  for (const [index, { element, date }] of ordered.entries()) {
    element.toggleAttribute('data-past', isPast(date, today))
    element.hidden = index >= EVENTS_SHOWN
  }
  // Moving nothing keeps the focus, and the page, where they are.
  if (ordered.some(({ element }, index) => element !== cards[index]?.element)) {
    list.append(...ordered.map(({ element }) => element))
  }
}
