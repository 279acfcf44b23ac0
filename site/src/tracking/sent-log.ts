import { SENT_KEY } from '@half-measure/shared/domain/consent.ts'
import type { SentEvent } from '@half-measure/shared/events/event.ts'
import { type KeyValueStorage, readJson } from '../client/safe-storage.ts'

/** Enough for a long session; older ones are dropped here, not on the server. */
const MAX_STORED = 100

/** What the cookie page shows of a sent event: everything that was sent. */
export function readSent(session: KeyValueStorage): SentEvent[] {
  return readJson<SentEvent[]>(session, SENT_KEY, [])
}

/** Stores what the server has confirmed, for the reader to see. */
export function logSent(session: KeyValueStorage, events: readonly SentEvent[]): void {
  try {
    // An event sent twice, by a page and by the next one, counts once here too.
    const known = new Map([...readSent(session), ...events].map((event) => [event.event_id, event]))
    session.setItem(SENT_KEY, JSON.stringify([...known.values()].slice(-MAX_STORED)))
  } catch {
    // Full storage costs the reader only this list.
  }
}
