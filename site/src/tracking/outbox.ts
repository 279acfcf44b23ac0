import { OUTBOX_KEY } from '@half-measure/shared/domain/consent.ts'
import type { BeaconReceipt, SentBeacon } from '@half-measure/shared/events/beacon.ts'
import type { SentEvent } from '@half-measure/shared/events/event.ts'
import { type KeyValueStorage, readJson } from '../client/safe-storage.ts'
import type { Grant } from '../consent/consent-store.ts'

/**
 * Events on their way to the server.
 *
 * Invariants: an event is in the reader's session storage from the moment it happens until the server has confirmed it;
 * it keeps its `event_id` through every attempt, so it counts once; without a grant nothing is kept and nothing is
 * sent. Recovery: whatever an earlier page of this tab could not deliver is found in storage and sent by the next one.
 */

/** After this many consecutive failures, only a new event, page or connection retries. */
const MAX_RETRIES = 4

/** Milliseconds; each pause is four times the one before, or what the server requests. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** Milliseconds in which events gather into one request. */
const GATHER_MS = 200

/** Beyond this the oldest events are dropped. */
const MAX_STORED = 400

interface OutboxOptions {
  readonly storage: KeyValueStorage
  readonly grant: () => Grant | undefined
  readonly sessionId: () => string
  readonly delivered: Delivered
}

/** Called once the server has decided on a beacon, with the events that it has rejected. */
export type Delivered = (beacon: SentBeacon, rejected: BeaconReceipt['rejected']) => void

/** The outbox of this page; it shares its storage with the other pages of the tab. */
export function createOutbox({ storage, grant, sessionId, delivered }: OutboxOptions) {
  const inFlight = new Set<string>()
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let warned = false

  // Storage is read each time: a page that comes back from the browser's cache finds it changed.
  const read = () => readJson<SentEvent[]>(storage, OUTBOX_KEY, [])

  function write(events: readonly SentEvent[]): void {
    try {
      if (events.length > 0) storage.setItem(OUTBOX_KEY, JSON.stringify(events.slice(-MAX_STORED)))
      else storage.removeItem(OUTBOX_KEY)
    } catch (error) {
      warn(error)
    }
  }

  function warn(reason: unknown): void {
    if (!warned) console.warn('Analytics:', reason)
    warned = true
  }

  function flushIn(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  /** Sends queued events. */
  async function flush(): Promise<void> {
    timer = undefined
    const given = grant()
    const batch = takeBatch(read().filter(({ event_id }) => !inFlight.has(event_id)))
    if (!given || !batch[0]) return
    for (const { event_id } of batch) inFlight.add(event_id)
    const beacon: SentBeacon = {
      consent: { analytics: true, ...given },
      session_id: sessionId(),
      sent_at: new Date().toISOString(),
      events: batch,
    }
    const { status, pauseMs, rejected } = await postBeacon(beacon)
    const lasting = status < 500 && ![0, 408, 429].includes(status)
    if (lasting) write(read().filter(({ event_id }) => !batch.some((sent) => sent.event_id === event_id)))
    for (const { event_id } of batch) inFlight.delete(event_id)

    if (status !== 202) warn(status)
    // Nothing is sent if consent was withdrawn meanwhile.
    else if (grant()?.at === given.at) delivered(beacon, rejected)

    if (lasting) {
      failures = 0
      await flush()
    } else if (failures < MAX_RETRIES) {
      flushIn(Math.min(Math.max(FIRST_PAUSE_MS * 4 ** failures++, pauseMs), LONGEST_PAUSE_MS))
    }
  }

  return {
    add(event: SentEvent) {
      write([...read(), event])
      // While the server is unavailable, the retry pause holds for new events too.
      if (timer === undefined) flushIn(GATHER_MS)
    },
    flush,
    /** Discards queued events. */
    clear: () => write([]),
  }
}

/** Maximum bytes of events in one request: with the envelope, under the 64 KiB that may be in flight on leaving. */
const MAX_BYTES = 58_000
const MAX_EVENTS = 100

/** The first events that fit into one request. No single one is larger than that. */
function takeBatch(events: readonly SentEvent[]): SentEvent[] {
  let bytes = 0
  const batch: SentEvent[] = []
  for (const event of events) {
    bytes += new Blob([JSON.stringify(event), ',']).size
    if (bytes > MAX_BYTES || batch.length === MAX_EVENTS) break
    batch.push(event)
  }
  return batch
}

const NONE = { rejected: [] }

/**
 * One attempt. Never throws.
 *
 * @returns HTTP status, 0 without a response; milliseconds before the next attempt, as the server requests.
 */
async function postBeacon(beacon: SentBeacon) {
  const url = `/api/events?s=${beacon.session_id}`
  const body = JSON.stringify(beacon)
  try {
    // Without keepalive, a fetch ends with its page; a beacon does not, but its response is lost: its events stay in
    // storage, and the next page sends them again.
    if (document.hidden && !('keepalive' in Request.prototype)) navigator.sendBeacon(url, body)
    const response = await fetch(url, { method: 'POST', body, keepalive: true })
    const { status, headers } = response
    const { rejected } = status === 202 ? ((await response.json()) as BeaconReceipt) : NONE
    return { status, pauseMs: (Number(headers.get('retry-after')) || 0) * 1_000, rejected }
  } catch {
    return { status: 0, pauseMs: 0, ...NONE }
  }
}
