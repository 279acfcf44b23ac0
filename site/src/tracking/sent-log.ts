import { SENT_KEY } from '@half-measure/shared/domain/consent.ts'
import type { SentEvent } from '@half-measure/shared/events/event.ts'
import { type KeyValueStorage, readJson } from '../client/safe-storage.ts'

/** Enough for a long session; older ones are dropped here, not on the server. */
export const MAX_LISTED = 100

/** An event, or the assignment of a variant: the server gives that its id. */
export type Sent = SentEvent | Omit<Extract<SentEvent, { type: 'ab_assignment' }>, 'event_id'>

/** What the cookie page shows of a sent event: everything that was sent. */
export function readSent(session: KeyValueStorage): Sent[] {
  return readJson<Sent[]>(session, SENT_KEY, [])
}

/** Stores what the server has confirmed, for the reader to see. */
export function logSent(session: KeyValueStorage, events: readonly Sent[]): void {
  try {
    // An event sent twice, by a page and by the next one, counts once here too.
    const known = new Map([...readSent(session), ...events].map((event) => [JSON.stringify(event), event]))
    session.setItem(SENT_KEY, JSON.stringify([...known.values()].slice(-MAX_LISTED)))
  } catch {
    // Full storage costs the reader only this list.
  }
}
