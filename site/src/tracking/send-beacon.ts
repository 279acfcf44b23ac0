import type { SentBeacon } from '@half-measure/shared/events/beacon.ts'

/** Milliseconds before each further attempt. */
const PAUSES_MS = [1_000, 4_000, 15_000] as const

interface Surroundings {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly wait: (ms: number) => Promise<void>
  /** False once the reader withdrew: then nothing is sent any more. */
  readonly allowed: () => boolean
}

/** `delivered`: the server has the events. `refused`: it never will. `lost`: out of attempts. */
export type Delivery = 'delivered' | 'refused' | 'lost' | 'withdrawn'

/**
 * Sends a beacon, up to four times. Every attempt carries the same bytes, so the same `event_id`s:
 * an attempt whose answer was lost on the way is counted once.
 */
export async function sendBeacon(
  beacon: SentBeacon,
  { fetch, wait, allowed }: Surroundings,
): Promise<Delivery> {
  const url = `/api/events?s=${encodeURIComponent(beacon.session_id)}`
  const body = JSON.stringify(beacon)

  for (let attempt = 0; ; attempt++) {
    if (!allowed()) return 'withdrawn'
    const response = await post(fetch, url, body)
    if (response?.ok) return 'delivered'
    if (response && !isTemporary(response.status)) return 'refused'
    const pause = PAUSES_MS[attempt]
    if (pause === undefined) return 'lost'
    await wait(Math.max(pause, retryAfterMs(response)))
  }
}

async function post(fetch: Surroundings['fetch'], url: string, body: string): Promise<Response | undefined> {
  try {
    // keepalive: the request outlives the page.
    return await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
      keepalive: true,
    })
  } catch {
    return undefined
  }
}

function isTemporary(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

/** At most a minute: who waits longer has left the page. */
function retryAfterMs(response: Response | undefined): number {
  const seconds = Number(response?.headers.get('retry-after') ?? 0)
  return Number.isFinite(seconds) ? Math.min(seconds, 60) * 1_000 : 0
}
