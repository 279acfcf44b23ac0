import type { Beacon } from '@half-measure/shared/events/beacon.ts'
import type { Event } from '@half-measure/shared/events/event.ts'
import type { CountryOf } from './country.ts'
import type { Draft } from './draft.ts'
import type { DropReason } from '@half-measure/shared/stats/rejection-reasons.ts'
import type { RequestFacts } from './request-facts.ts'
import type { SeenIds } from './seen-ids.ts'
import {
  dropBeforeConsent,
  dropDuplicate,
  dropErased,
  dropPrefetch,
  putClient,
  clampClock,
  putCountry,
  putPagePath,
  putTrafficOrigin,
  type Step,
} from './steps.ts'

export interface PipelineOptions {
  readonly countryOf: CountryOf
  readonly seen: SeenIds
  readonly isErased: (sessionId: string) => boolean
  /** Called with an assignment of a session that has one in the test: it may be of another variant. */
  readonly onRepeatedAssignment?: (draft: Draft) => void
  /** Host of the public site, without a port where it is the default one. */
  readonly siteHost: string
}

/** What happens to an event, in order. */
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

/** Runs the steps up to the first one that drops the event. */
export function runPipeline(steps: readonly Step[], draft: Draft): DropReason | undefined {
  for (const step of steps) {
    const reason = step(draft)
    if (reason) return reason
  }
  return undefined
}

export function newDraft(event: Event, beacon: Beacon, request: RequestFacts): Draft {
  return {
    event,
    beacon,
    request,
    createdAt: 0,
    pagePath: '',
    isBot: false,
    country: '',
    client: { browser: 'Other', os: 'Other', device: 'unknown', isBot: false },
    origin: { referrerHost: '', source: '', channel: 'direct' },
  }
}
