import { type BeerEvent, events } from '../../content/events.ts'
import { eventDate } from '../dates/display-date.ts'
import { EDITION_DATE } from '../dates/edition-date.ts'
import type { JsonLdNode } from '../document/json-ld.tsx'
import { absolute } from '../document/origins.ts'
import { EVENTS_SHOWN, isPast, orderEvents } from './order-events.ts'
import { paths } from '../paths.ts'

/** Every event is in the HTML, so that the browser can bring the list up to its own day. */
export function EventsSection() {
  return (
    <section className="section" aria-labelledby="events">
      <div className="section-title">
        <h2 id="events">Beer Events</h2>
      </div>
      <ul className="events" data-events>
        {orderEvents(events, EDITION_DATE).map((event, index) => (
          <EventCard
            key={event.id}
            event={event}
            past={isPast(event.date, EDITION_DATE)}
            shown={index < EVENTS_SHOWN}
          />
        ))}
      </ul>
    </section>
  )
}

interface EventCardProps {
  readonly event: BeerEvent
  readonly past: boolean
  readonly shown: boolean
}

/** Holds what it says before the day and after it; `data-past` decides which is seen, here and in the browser. */
function EventCard({ event, past, shown }: EventCardProps) {
  const { name, date, location, description, website, type } = event
  return (
    <li className="event" data-event={date} {...(past && { 'data-past': '' })} hidden={!shown}>
      <p className="event-day" aria-hidden="true">
        <b>{Number(date.slice(8))}</b>
        <span>{month(date)}</span>
      </p>
      <p className="category event-type" data-type={type}>
        {type}
        <span className="event-after"> · Past Event</span>
      </p>
      <h3>{name}</h3>
      <p className="event-where">
        <time dateTime={date}>{eventDate(date)}</time>, {location}
      </p>
      <p className="event-what">{description}</p>
      <button type="button" className="button event-after" disabled>
        Event Ended
      </button>
      {website && (
        <a className="button event-before" href={website} target="_blank" rel="noopener">
          Learn More<span className="visually-hidden"> about {name} (opens a new tab)</span>
        </a>
      )}
    </li>
  )
}

function month(date: string): string {
  return new Date(date).toLocaleDateString('en-GB', { month: 'short', timeZone: 'UTC' })
}

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
