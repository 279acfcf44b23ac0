import { londonDay } from '../dates/relative-date.ts'
import { isPast, orderEvents } from './order-events.ts'

/** Brings the prerendered list of events up to the reader's today. */
export function refreshEvents(): void {
  const list = document.querySelector<HTMLElement>('[data-events]')
  if (!list) return
  const shown = Number(list.dataset['events']) || Infinity
  const today = londonDay(new Date())
  const cards = [...list.querySelectorAll<HTMLElement>('[data-event]')].map((element) => ({
    element,
    date: element.dataset['event'] ?? '',
    lastDay: element.dataset['lastDay'],
  }))
  const ordered = orderEvents(cards, today)
  for (const [index, { element, ...days }] of ordered.entries()) {
    element.toggleAttribute('data-past', isPast(days, today))
    element.hidden = index >= shown
  }
  // Moving nothing keeps the focus, and the page, where they are.
  if (ordered.some(({ element }, index) => element !== cards[index]?.element)) {
    list.append(...ordered.map(({ element }) => element))
  }
}
