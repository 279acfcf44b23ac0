import { CONSENT_GRACE_MS } from '@half-measure/shared/domain/consent.ts'
import type { Beacon } from '@half-measure/shared/events/beacon.ts'
import { normalisePath } from '@half-measure/shared/events/common.ts'
import type { Event } from '@half-measure/shared/events/event.ts'
import type { DropReason } from '@half-measure/shared/stats/rejection-reasons.ts'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { dateTime64 } from '../events/date-time64.ts'
import type { EventTable } from '../events/event-tables.ts'
import { type UserAgentDetails, parseUserAgent, UNKNOWN_CLIENT } from './user-agent.ts'
import type { CountryOf } from './country.ts'
import type { RequestMetadata } from './request-metadata.ts'
import type { SeenIds } from './seen-ids.ts'
import { comparableHost, DIRECT, type TrafficOrigin, trafficOrigin } from './traffic-origin.ts'

export interface PipelineOptions {
  readonly countryOf: CountryOf
  readonly seen: SeenIds
  readonly isErased: (sessionId: string) => boolean
  /** Called if the session already has an assignment in the test, perhaps of another variant. */
  readonly onRepeatedAssignment?: (draft: Draft) => void
  /** Host of the public site, with its port unless it is the default. */
  readonly siteHost: string
}

/** The steps, in order. Then `rowOf` makes a row. */
export function pipeline({
  countryOf,
  seen,
  siteHost,
  isErased,
  onRepeatedAssignment,
}: PipelineOptions): readonly Step[] {
  return [
    dropBeforeConsent,
    dropPrefetch,
    dropErased(isErased),
    clampClock,
    putPagePath,
    putClient,
    putCountry(countryOf),
    putTrafficOrigin(siteHost),
    dropDuplicate(seen, onRepeatedAssignment),
  ]
}

/** Decides on one event: a reason to drop it, or nothing. Fills in only its own part of the draft. */
export type Step = (draft: Draft) => DropReason | undefined

/** One event on its way to a row. Steps read the first three and fill in the rest. */
export interface Draft {
  readonly event: Event
  readonly beacon: Beacon
  readonly request: RequestMetadata
  /** When the event counts as having happened: the sender's clock, clamped near ours. Milliseconds since 1970. */
  createdAt: number
  pagePath: string
  client: UserAgentDetails
  /** ISO 3166 alpha-2; empty where unknown. */
  country: string
  origin: TrafficOrigin
}

export function newDraft(event: Event, beacon: Beacon, request: RequestMetadata): Draft {
  return {
    event,
    beacon,
    request,
    createdAt: 0,
    pagePath: '',
    client: UNKNOWN_CLIENT,
    country: '',
    origin: DIRECT,
  }
}

/** Runs the steps up to the first one that drops the event. */
export function runPipeline(steps: readonly Step[], draft: Draft): DropReason | undefined {
  for (const step of steps) {
    const reason = step(draft)
    if (reason) return reason
  }
  return undefined
}

/**
 * Both times are from the sender's clock, so its error does not matter while it stays the same. For a clock that was
 * ahead at Accept, and is set right later, the site dates the grant again (`consent-store.ts`).
 */
export const dropBeforeConsent: Step = ({ event, beacon }) =>
  event.occurred_at < beacon.consent.at - CONSENT_GRACE_MS ? 'before_consent' : undefined

/** Prefetched pages count when they are shown; they report that themselves. */
const dropPrefetch: Step = ({ request }) => (request.isPrefetch ? 'prefetch' : undefined)

/** Drops events of erased sessions, even from beacons under way. */
function dropErased(isErased: (sessionId: string) => boolean): Step {
  return ({ beacon }) => (isErased(beacon.session_id) ? 'erased' : undefined)
}

const MAX_PAST_MS = 7 * DAY_MS
const MAX_FUTURE_MS = 5 * 60_000

/** Clamps the sender's clock to between 7 days before and 5 minutes after ours. */
export const clampClock: Step = (draft) => {
  const { receivedAt } = draft.request
  draft.createdAt = Math.min(
    Math.max(draft.event.occurred_at, receivedAt - MAX_PAST_MS),
    receivedAt + MAX_FUTURE_MS,
  )
  return undefined
}

export const putPagePath: Step = (draft) => {
  if (draft.event.type !== 'ab_assignment') draft.pagePath = normalisePath(draft.event.page_path)
  return undefined
}

/** Browser, system and device class. Programs that identify themselves are kept, with a flag. */
export const putClient: Step = (draft) => {
  draft.client = parseUserAgent(draft.request)
  return undefined
}

/** Derives the country from the address, which no row contains. */
export function putCountry(countryOf: CountryOf): Step {
  return (draft) => {
    draft.country = countryOf(draft.request.clientAddress)
    return undefined
  }
}

export function putTrafficOrigin(siteHost: string): Step {
  const ours = comparableHost(siteHost)
  return (draft) => {
    const { event, beacon } = draft
    if (event.type === 'page_view') {
      // The page on which the reader pressed Accept is counted too. Both times are from the sender's clock.
      const isWhereAccepted = event.occurred_at <= beacon.consent.at
      draft.origin = trafficOrigin(event.referrer, event.utm, ours, isWhereAccepted)
    }
    return undefined
  }
}

/**
 * The last step, because it remembers: an event that an earlier step drops must not count as seen. An assignment is
 * seen if its session already has one in that test, whatever its own id.
 *
 * @param onRepeatedAssignment called with a dropped assignment, which may be of another variant.
 */
export function dropDuplicate(seen: SeenIds, onRepeatedAssignment: (draft: Draft) => void = () => {}): Step {
  return (draft) => {
    const { event, beacon } = draft
    const { receivedAt, exceedsFairShare = false } = draft.request
    if (event.type !== 'ab_assignment')
      return seen.add(event.event_id, receivedAt, exceedsFairShare) ? undefined : 'duplicate'
    const { event_id, test_name } = event
    if (seen.addAssignment(event_id, beacon.session_id, test_name, receivedAt, exceedsFairShare))
      return undefined
    onRepeatedAssignment(draft)
    return 'duplicate'
  }
}

export const TABLE_OF: Readonly<Record<Event['type'], EventTable>> = {
  page_view: 'page_views',
  click: 'click_events',
  conversion: 'conversion_events',
  ab_assignment: 'ab_test_assignments',
  engagement: 'engagement_events',
}

/**
 * The row of a finished draft: its final text, to which the spool adds the batch. Every column has a value, so that a
 * retry writes the same. `ROW_COLUMNS` has them in the order of this file.
 *
 * @param shared `sharedColumns` of this draft, or of another one of its beacon.
 */
export function rowOf(draft: Draft, shared: string): string {
  // A UUID needs no escapes.
  return `["${draft.event.event_id}",${shared},${valuesText(ownColumns(draft))}]`
}

function ownColumns({ event, createdAt, pagePath, request, origin }: Draft): object {
  switch (event.type) {
    case 'page_view':
      return {
        created_at: dateTime64(createdAt),
        page_path: pagePath,
        page_title: event.page_title ?? '',
        referrer: event.referrer ?? '',
        referrer_host: origin.referrerHost,
        source: origin.source,
        channel: origin.channel,
        utm_source: event.utm?.source ?? '',
        utm_medium: event.utm?.medium ?? '',
        utm_campaign: event.utm?.campaign ?? '',
        utm_term: event.utm?.term ?? '',
        utm_content: event.utm?.content ?? '',
        user_agent: request.userAgent,
        language: event.language ?? '',
        timezone: event.timezone ?? '',
        screen: event.screen ?? '',
      }
    case 'click':
      return {
        created_at: dateTime64(createdAt),
        page_path: pagePath,
        element_type: event.element_type,
        element_id: event.element_id ?? '',
        click_data: JSON.stringify(event.click_data ?? {}),
      }
    case 'conversion':
      return {
        created_at: dateTime64(createdAt),
        page_path: pagePath,
        event_type: event.event_type,
        product_name: event.product_name ?? '',
        product_rank: event.product_rank ?? 0,
        // Four decimals are kept; the database would cut off the rest.
        value: Math.round((event.value ?? 0) * 10_000) / 10_000,
        currency: event.currency ?? '',
        conversion_data: JSON.stringify(event.conversion_data ?? {}),
      }
    case 'ab_assignment':
      return { assigned_at: dateTime64(createdAt), test_name: event.test_name, variant: event.variant }
    case 'engagement':
      return {
        created_at: dateTime64(createdAt),
        page_path: pagePath,
        active_ms: event.active_ms ?? 0,
        scroll_depth: event.scroll_depth ?? 0,
        lcp_ms: event.lcp_ms ?? null,
        inp_ms: event.inp_ms ?? null,
        cls: event.cls ?? null,
      }
  }
}

/**
 * Text of the columns that the events of a beacon have in common: they follow from its envelope and its request, and
 * from the collector that accepts it.
 */
export function sharedColumns({ beacon, request, client, country }: Draft, collectorId: string): string {
  return valuesText({
    session_id: beacon.session_id,
    received_at: dateTime64(request.receivedAt),
    collector_id: collectorId,
    consent_version: beacon.consent.version,
    is_bot: client.isBot ? 1 : 0,
    browser: client.browser,
    os: client.os,
    device: client.device,
    country,
  })
}

function valuesText(columns: object): string {
  return JSON.stringify(Object.values(columns)).slice(1, -1)
}
