import { type BeerEvent, events } from '../../content/events.ts'
import { breadcrumbNode } from '../document/json-ld.tsx'
import { PageHead } from '../document/PageHead.tsx'
import { EventDates, EventDay, EventList, eventState, EventType } from '../events/EventsSection.tsx'
import { Page } from '../document/Page.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'

/** The whole calendar, past events included. */
export function EventsPage() {
  return (
    <Page
      title="Beer Events"
      description="Festivals, talks, exhibitions and suppers about beer, all of them invented, by date."
      path={paths.events}
      standfirst="Where we would go, if any of it existed. The events are invented, like the halls they are held in."
    >
      <div className="page-body">
        <h2 className="visually-hidden">By date</h2>
        <EventList shown={events.length} />
      </div>
    </Page>
  )
}

/**
 * One event: when, where, what there is, and a file for the reader's calendar. Its JSON-LD says nothing of an event, or
 * search engines would list it as a real one.
 */
export function EventPage({ event }: { readonly event: BeerEvent }) {
  const { id, name, date, hours, location, description, expect } = event
  const path = paths.event(id)
  return (
    <div data-events>
      <PageHead
        title={`${name}, ${date.slice(0, 4)}`}
        description={description}
        path={path}
        graph={[breadcrumbNode(['Beer Events', paths.events], [name, path])]}
      />
      <article className="prose-page" {...eventState(event)}>
        <div className="prose-page-head event-head">
          <EventDay date={date} />
          <EventType event={event} />
          <PageTitle title={name} standfirst={description} />
        </div>
        <div className="prose">
          <dl className="event-metadata">
            <div>
              <dt>When</dt>
              <dd>
                <EventDates event={event} />
                <br />
                {hours}
              </dd>
            </div>
            <div>
              <dt>Where</dt>
              <dd>{location}</dd>
            </div>
          </dl>
          <p className="event-before">
            <a
              className="button"
              href={paths.eventCalendar(id)}
              data-track="button"
              data-track-id="event-calendar"
            >
              Add to your calendar
            </a>
          </p>
          <p className="event-after">
            <button type="button" className="button" disabled>
              Event Ended
            </button>
          </p>
          <h2>What to expect</h2>
          <ul>
            {expect.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p className="form-note">
            This event is invented, with its venue and its hosts: please do not set out for it. The{' '}
            <a href={paths.disclaimer}>disclaimer</a> says what else is. For people aged 18 and over.
          </p>
          <p>
            <a href={paths.events}>All events</a>
          </p>
        </div>
      </article>
    </div>
  )
}
