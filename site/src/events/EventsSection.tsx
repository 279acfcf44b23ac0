import { events } from '../../content/events.ts'
import { EDITION_DATE } from '../dates/edition-date.ts'
import { EventCard } from './EventCard.tsx'
import { EVENTS_SHOWN, isPast, orderEvents } from './order-events.ts'

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
