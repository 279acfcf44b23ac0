import { clientFacts } from './client-facts.ts'
import type { CountryOf } from './country.ts'
import type { Draft } from './draft.ts'
import type { DropReason } from '@half-measure/shared/stats/rejection-reasons.ts'
import type { SeenIds } from './seen-ids.ts'
import { trafficOrigin } from './traffic-origin.ts'

/** One decision about one event: a reason to drop it, or nothing. Fills in its own part of the draft only. */
export type Step = (draft: Draft) => DropReason | undefined

/** The page being read when Accept was pressed began a moment before the grant. */
const GRACE_MS = 60_000

/** Both times are from the sender's clock, so its error does not matter. */
export const dropBeforeConsent: Step = ({ event, beacon }) =>
  event.occurred_at < beacon.consent.at - GRACE_MS ? 'before_consent' : undefined

/** Pages fetched ahead of time count when they are shown, and then they say so themselves. */
export const dropPrefetch: Step = ({ request }) => (request.isPrefetch ? 'prefetch' : undefined)

/** Drops events of erased sessions, those of beacons that were under way included. */
export function dropErased(isErased: (sessionId: string) => boolean): Step {
  return ({ beacon }) => (isErased(beacon.session_id) ? 'erased' : undefined)
}

const MAX_PAST_MS = 7 * 24 * 3_600_000
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

/** One page, one path: no query, no fragment, no doubled slash, no slash at the end. */
export const putPagePath: Step = (draft) => {
  if (draft.event.type !== 'ab_assignment') draft.pagePath = normalisePath(draft.event.page_path)
  return undefined
}

export function normalisePath(path: string): string {
  // Nearly all are as they should be.
  if (!/[?#]|\/\/|.\/$/s.test(path)) return path
  const bare = path.replace(/[?#].*$/s, '').replaceAll(/\/{2,}/g, '/')
  return bare.length > 1 ? bare.replace(/\/$/, '') : '/'
}

/** Browser, system and device class; programs that say what they are are kept with a flag. */
export const putClient: Step = (draft) => {
  draft.client = clientFacts(draft.request)
  draft.isBot = draft.client.isBot
  return undefined
}

/** The address ends here: only its country goes on. */
export function putCountry(countryOf: CountryOf): Step {
  return (draft) => {
    draft.country = countryOf(draft.request.clientAddress)
    return undefined
  }
}

export function putTrafficOrigin(siteHost: string): Step {
  return (draft) => {
    const { event, beacon } = draft
    if (event.type === 'page_view') {
      // Accept counts the page being read at the moment of Accept. Both times are from the sender's clock.
      const isWhereAccepted = event.occurred_at <= beacon.consent.at
      draft.origin = trafficOrigin(event.referrer, event.utm, siteHost, isWhereAccepted)
    }
    return undefined
  }
}

/**
 * The last step, because it remembers: an event that an earlier step drops must not count as seen. An assignment
 * is seen if its session already has one in that test, whatever its own id.
 *
 * @param onRepeatedAssignment called with an assignment that is dropped: it may be of another variant.
 */
export function dropDuplicate(seen: SeenIds, onRepeatedAssignment: (draft: Draft) => void = () => {}): Step {
  return (draft) => {
    const { event, beacon, request } = draft
    const isNew =
      event.type === 'ab_assignment'
        ? seen.addAssignment(event.event_id, beacon.session_id, event.test_name, request.receivedAt)
        : seen.add(event.event_id, request.receivedAt)
    if (!isNew && event.type === 'ab_assignment') onRepeatedAssignment(draft)
    return isNew ? undefined : 'duplicate'
  }
}
