import { Beacon, type SentBeacon } from '@half-measure/shared/events/beacon.ts'
import { Event, type SentEvent } from '@half-measure/shared/events/event.ts'
import { aBeacon, aPageView } from '@half-measure/shared/testing/events.ts'
import { type Draft, newDraft } from '../ingest/pipeline.ts'
import type { RequestMetadata } from '../ingest/request-metadata.ts'
import { eventId } from '../spool/testing/rows.ts'

/** The moment at which the requests of these tests arrive: a Friday morning. */
export const NOW = Date.parse('2026-11-20T10:00:00.000Z')

/** `NOW` plus a number of milliseconds, in ISO 8601. */
export function atNow(offsetMs = 0): string {
  return new Date(NOW + offsetMs).toISOString()
}

/** The page view with the n-th event id, seen at `NOW`. */
export function nthView(n: number): SentEvent {
  return aPageView({ event_id: eventId(n), occurred_at: atNow() })
}

/** A request from a phone, received at `NOW`. Tests override only what they are about. */
export function aRequest(overrides: Partial<RequestMetadata> = {}): RequestMetadata {
  return {
    receivedAt: NOW,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    isPrefetch: false,
    mobileHint: '',
    platformHint: '',
    clientAddress: '81.2.69.142',
    ...overrides,
  }
}

/** A beacon whose grant is older than any event of these tests. */
export function aBeaconAtNow(overrides: Partial<SentBeacon> = {}): SentBeacon {
  return aBeacon({
    consent: { analytics: true, version: '2026-11', at: '2020-01-01T00:00:00.000Z' },
    session_id: 'session_1763632800000_k3j9x2',
    sent_at: atNow(),
    ...overrides,
  })
}

/** A draft as the pipeline gets it. */
export function aDraft({
  event = aPageView({ occurred_at: atNow() }),
  beacon = {},
  request = {},
}: {
  event?: SentEvent
  beacon?: Partial<SentBeacon>
  request?: Partial<RequestMetadata>
} = {}): Draft {
  return newDraft(Event.parse(event), Beacon.parse(aBeaconAtNow(beacon)), aRequest(request))
}
