import type { SentEvent } from '@half-measure/shared/events/event.ts'

/** Bytes of events in one request: with the envelope it stays under the 64 KiB that may be under way on leaving. */
const MOST_BYTES = 58_000
const MOST_EVENTS = 100

/** The first events that fit into one request. No single one is larger than that. */
export function takeBatch(events: readonly SentEvent[]): SentEvent[] {
  let bytes = 0
  const batch: SentEvent[] = []
  for (const event of events) {
    bytes += new Blob([JSON.stringify(event), ',']).size
    if (bytes > MOST_BYTES || batch.length === MOST_EVENTS) break
    batch.push(event)
  }
  return batch
}
