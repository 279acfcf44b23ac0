import { assignVariant } from '@half-measure/shared/domain/assign-variant.ts'
import { CONSENT_VERSION } from '@half-measure/shared/domain/consent.ts'
import { EXPERIMENTS } from '@half-measure/shared/domain/experiments.ts'
import type { SentBeacon } from '@half-measure/shared/events/beacon.ts'
import type { SentEvent } from '@half-measure/shared/events/event.ts'
import type { RequestFacts } from '../ingest/request-facts.ts'
import { type Action, actionsOn, clickOn, type VisitSoFar } from './actions.ts'
import type { Arrival, WayIn } from './arrivals.ts'
import { turnPage } from './next-page.ts'
import type { Page } from './pages.ts'
import { aReader, type Reader } from './reader.ts'
import { type Reading, read, reportsOf } from './reading.ts'
import type { Hour } from './rhythm.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Shelf } from './shelf.ts'
import type { WeightedList } from './weighted-list.ts'

/** A beacon and what the server sees of the request that brings it. */
export interface SeedBeacon {
  readonly sent: SentBeacon
  readonly request: RequestFacts
}

/** The hour in which a visit begins, with all that depends on it. */
export interface Surroundings {
  readonly hour: Hour
  readonly ways: WeightedList<WayIn>
  readonly shelf: Shelf
  readonly siteOrigin: string
}

/** Nobody turns more pages than this. */
const MAX_PAGES = 25

/**
 * What the browser of one visit sends: a beacon when a page is opened, and one with all that happened there when it
 * is left.
 *
 * @param firstEventId of the first page view.
 * @param start milliseconds since 1970.
 */
export function visit(
  random: SeededRandom,
  firstEventId: string,
  start: number,
  { hour, ways, shelf, siteOrigin }: Surroundings,
): SeedBeacon[] {
  const reader = aReader(random)
  const session_id = `session_${start}_${random.text(12)}`
  const consent = { analytics: true, version: CONSENT_VERSION, at: iso(start) } as const
  const beacons: SeedBeacon[] = []
  const soFar: VisitSoFar = { variants: new Map(), done: new Set(), siteOrigin }
  const arrival = ways.pick(random).arrive(random, shelf, hour)
  let { page } = arrival
  let arrivedBy: Omit<Arrival, 'page'> = arrival
  let at = start

  for (let turned = 0; turned < MAX_PAGES; turned++) {
    const event_id = turned === 0 ? firstEventId : random.uuid()
    const opened: SentEvent[] = [pageView(event_id, at, page, arrivedBy, reader)]
    if (page.kind === 'review' && soFar.variants.size === 0) opened.push(...assign(at))
    send(at, opened)

    const reading = read(random, page)
    const turn = turnPage(random, page, shelf)
    const happened = reader.isBot ? [] : eventsOn(page, at, reading)
    at += Math.round(reading.activeMs * random.between(1, 1.2)) + 300
    if (turn?.element && !reader.isBot) {
      const { element_type, element_id } = turn.element
      happened.push(eventOf(at, page, clickOn(element_type, element_id, `${siteOrigin}${turn.page.path}`)))
    }
    if (happened.length > 0) send(at, happened)
    if (!turn) break
    arrivedBy = { referrer: `${siteOrigin}${page.path}` }
    page = turn.page
  }
  return beacons

  function assign(at: number): SentEvent[] {
    return EXPERIMENTS.map((experiment) => {
      const variant = assignVariant(experiment, session_id)
      soFar.variants.set(experiment.name, variant)
      return {
        type: 'ab_assignment',
        event_id: random.uuid(),
        occurred_at: iso(at),
        test_name: experiment.name,
        variant,
      }
    })
  }

  function eventsOn(page: Page, opened: number, reading: Reading): SentEvent[] {
    const events: SentEvent[] = []
    for (const { afterMs, engagement } of page.readMinutes > 0 ? reportsOf(reading) : []) {
      events.push({
        type: 'engagement',
        event_id: random.uuid(),
        occurred_at: iso(opened + afterMs),
        page_path: page.path,
        ...engagement,
      })
    }
    for (const action of actionsOn(random, page, reading, soFar)) {
      events.push(eventOf(opened + Math.round(random.fraction() * reading.activeMs), page, action))
    }
    return events
  }

  function eventOf(at: number, { path: page_path }: Page, action: Action): SentEvent {
    const common = { event_id: random.uuid(), occurred_at: iso(at), page_path }
    return 'click' in action
      ? { type: 'click', ...common, ...action.click }
      : { type: 'conversion', ...common, ...action.conversion }
  }

  function send(at: number, events: SentEvent[]): void {
    const receivedAt = at + 20 + random.below(400)
    beacons.push({
      sent: {
        consent,
        session_id,
        sent_at: iso(at),
        events,
      },
      request: { ...reader.request, receivedAt },
    })
  }
}

function pageView(
  event_id: string,
  at: number,
  { path, title }: Page,
  { referrer, utm }: Omit<Arrival, 'page'>,
  { screen, language, timezone }: Reader,
): SentEvent {
  return {
    type: 'page_view',
    event_id,
    occurred_at: iso(at),
    page_path: path,
    page_title: title,
    referrer,
    screen,
    language,
    timezone,
    ...(utm && { utm }),
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
