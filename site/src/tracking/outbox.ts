/**
 * Events on their way to the server.
 *
 * Invariants: an event is in the reader's session storage from the moment it happens until the server has
 * answered for it; it keeps its `event_id` through every attempt, so it counts once; without a grant nothing
 * is kept and nothing is sent.
 * Recovery: whatever an earlier page of this tab could not deliver is found in storage and sent by the next one.
 */
import { CONSENT_VERSION, OUTBOX_KEY } from '@half-measure/shared/domain/consent.ts'
import type { SentEvent } from '@half-measure/shared/events/event.ts'
import type { KeyValueStorage } from '../client/safe-storage.ts'
import { postBeacon } from './post-beacon.ts'
import { takeBatch } from './take-batch.ts'

/** After so many failures in a row the next event, page or connection tries again. */
const MOST_RETRIES = 4

/** Milliseconds; each pause is four times the one before, or what the server asks for. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** Milliseconds in which events gather into one request. */
const GATHER_MS = 200

/** Who is offline for longer loses the oldest. */
const MOST_KEPT = 400

export interface OutboxSurroundings {
  readonly storage: KeyValueStorage
  readonly grant: () => { readonly at: string } | undefined
  readonly sessionId: () => string
  readonly delivered: (events: readonly SentEvent[]) => void
}

export interface Outbox {
  add(event: SentEvent): void
  /** Sends what waits. */
  flush(): Promise<void>
  /** Forgets what waits. */
  clear(): void
}

/** The outbox of this page; it shares its storage with the other pages of the tab. */
export function createOutbox({ storage, grant, sessionId, delivered }: OutboxSurroundings): Outbox {
  const underWay = new Set<string>()
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let warned = false

  // Storage is read anew each time: a page that comes back from the browser's cache finds it changed.
  function read(): SentEvent[] {
    try {
      return JSON.parse(storage.getItem(OUTBOX_KEY) || '[]') as SentEvent[]
    } catch {
      return []
    }
  }

  function write(events: readonly SentEvent[]): void {
    try {
      if (events.length > 0) storage.setItem(OUTBOX_KEY, JSON.stringify(events.slice(-MOST_KEPT)))
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

  async function flush(): Promise<void> {
    timer = undefined
    const given = grant()
    const batch = takeBatch(read().filter(({ event_id }) => !underWay.has(event_id)))
    if (!given || !batch[0]) return
    for (const { event_id } of batch) underWay.add(event_id)
    const { status, pauseMs } = await postBeacon({
      consent: { analytics: true, version: CONSENT_VERSION, at: given.at },
      session_id: sessionId(),
      sent_at: new Date().toISOString(),
      events: batch,
    })
    const lasting = status < 500 && ![0, 408, 429].includes(status)
    if (lasting) write(read().filter(({ event_id }) => !batch.some((sent) => sent.event_id === event_id)))
    for (const { event_id } of batch) underWay.delete(event_id)

    if (status !== 202) warn(status)
    // Not a word about a visit that the reader withdrew meanwhile.
    else if (grant()?.at === given.at) delivered(batch)

    if (lasting) {
      failures = 0
      await flush()
    } else if (failures < MOST_RETRIES) {
      flushIn(Math.min(Math.max(FIRST_PAUSE_MS * 4 ** failures++, pauseMs), LONGEST_PAUSE_MS))
    }
  }

  return {
    add(event) {
      write([...read(), event])
      // While the server is away, its pause holds for new events too.
      if (timer === undefined) flushIn(GATHER_MS)
    },
    flush,
    clear: () => write([]),
  }
}
