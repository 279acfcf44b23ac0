import type { Channel } from '@half-measure/shared/domain/known-sources.ts'
import type { Beacon } from '@half-measure/shared/events/beacon.ts'
import type { Event } from '@half-measure/shared/events/event.ts'
import type { ClientFacts } from './client-facts.ts'
import type { RequestFacts } from './request-facts.ts'

/** One event on its way to a row. Steps read the first three and fill in the rest. */
export interface Draft {
  readonly event: Event
  readonly beacon: Beacon
  readonly request: RequestFacts
  /** When it counts as having happened: the sender's clock, held near ours. Milliseconds since 1970. */
  createdAt: number
  pagePath: string
  isBot: boolean
  /** ISO 3166 alpha-2; empty where unknown. */
  country: string
  client: ClientFacts
  origin: TrafficOrigin
}

/** Where a reader came from, as one page view shows it. */
export interface TrafficOrigin {
  /** Host of the referrer without `www.`; empty without one. */
  readonly referrerHost: string
  /** A name for people: `Google`, `newsletter`, or the host; empty for direct. */
  readonly source: string
  readonly channel: Channel
}
