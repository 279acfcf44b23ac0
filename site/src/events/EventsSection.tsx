import { type BeerEvent, events } from '../../content/events.ts'
import { eventDate } from '../dates/display-date.ts'
import { BUILD_DAY } from '../dates/edition-date.ts'
import { type EventDays, EVENTS_SHOWN, isPast, orderEvents } from './order-events.ts'
import { paths } from '../paths.ts'

/** The calendar on the home page. Every event is in the HTML, so that the browser can bring it up to its own day. */
export function EventsSection() {
  return (
    <section className="section" aria-labelledby="events">
      <div className="section-title">
        <h2 id="events">Beer events</h2>
        <a href={paths.events} data-track="link" data-track-id="home-all-events">
          All events
        </a>
      </div>
      <EventList shown={EVENTS_SHOWN} />
    </section>
  )
}

/** The first `shown` events in their order, the next one large. */
export function EventList({ shown }: { readonly shown: number }) {
  return (
    <ul className="events" data-events={shown}>
      {orderEvents(events, BUILD_DAY).map((event, index) => (
        <EventCard key={event.id} event={event} shown={index < shown} />
      ))}
    </ul>
  )
}

/** Contains the text for before and after the day; `data-past` decides which is shown, here and in the browser. */
function EventCard({ event, shown }: { readonly event: BeerEvent; readonly shown: boolean }) {
  const { id, name, date, location, description, website } = event
  return (
    <li className="event" {...eventState(event)} hidden={!shown}>
      <EventDay date={date} />
      <div className="event-text">
        <EventType event={event} />
        <h3>
          <a href={paths.event(id)}>{name}</a>
        </h3>
        <p className="event-where">
          <EventDates event={event} />, {location}
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
      </div>
    </li>
  )
}

/** Attributes that `refresh-events.ts` needs on elements that show an event. */
export function eventState(event: BeerEvent) {
  const { date, lastDay } = event
  return {
    'data-event': date,
    'data-last-day': lastDay,
    ...(isPast(event, BUILD_DAY) && { 'data-past': '' }),
  }
}

/** In words: the day, or the first and the last of several. */
export function eventDates({ date, lastDay = date }: EventDays): string {
  return [...new Set([date, lastDay])].map(eventDate).join(' to ')
}

/** The same, for machines too. */
export function EventDates({ event: { date, lastDay } }: { readonly event: BeerEvent }) {
  return (
    <>
      <time dateTime={date}>{eventDate(date)}</time>
      {lastDay && (
        <>
          {' to '}
          <time dateTime={lastDay}>{eventDate(lastDay)}</time>
        </>
      )}
    </>
  )
}

/** Suppers, clinics and readings are of no type of their own. */
export function eventLabel(type: BeerEvent['type']): string {
  return type === 'other' ? 'gathering' : type
}

export function EventType({ event: { type } }: { readonly event: BeerEvent }) {
  return (
    <p className="category event-type" data-type={type}>
      {eventLabel(type)}
      <span className="event-after"> · Past Event</span>
    </p>
  )
}

/** The day in large figures; the date stands beside it in words. */
export function EventDay({ date }: { readonly date: string }) {
  return (
    <p className="event-day" aria-hidden="true">
      <b>{Number(date.slice(8))}</b>
      <span>{new Date(date).toLocaleDateString('en-GB', { month: 'long', timeZone: 'UTC' })}</span>
    </p>
  )
}
