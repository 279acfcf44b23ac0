import type { BeerEvent } from '../../content/events.ts'
import { eventDate } from '../dates/display-date.ts'

interface EventCardProps {
  readonly event: BeerEvent
  readonly past: boolean
  readonly shown: boolean
}

/** Holds what it says before the day and after it; `data-past` decides which is seen, here and in the browser. */
export function EventCard({ event, past, shown }: EventCardProps) {
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
