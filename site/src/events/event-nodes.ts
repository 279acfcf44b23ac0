import { events } from '../../content/events.ts'
import { EDITION_DATE } from '../dates/edition-date.ts'
import type { JsonLdNode } from '../document/JsonLd.tsx'
import { absolute } from '../document/origins.ts'
import { paths } from '../paths.ts'
import { EVENTS_SHOWN, isPast, orderEvents } from './order-events.ts'

/** The upcoming events that the home page shows. */
export function eventNodes(): JsonLdNode[] {
  return orderEvents(events, EDITION_DATE)
    .slice(0, EVENTS_SHOWN)
    .filter(({ date }) => !isPast(date, EDITION_DATE))
    .map(({ name, date, location, description, website }) => ({
      '@type': 'Event',
      name,
      description,
      startDate: date,
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: { '@type': 'Place', name: location, address: location },
      url: absolute(website ?? paths.home),
    }))
}
