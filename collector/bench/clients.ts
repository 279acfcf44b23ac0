import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** Repeats `work` with pauses, even if a connection breaks. */
export async function repeat(stop: AbortSignal, pauseMs: number, work: () => Promise<void>): Promise<void> {
  while (!stop.aborted) {
    await work().catch(() => {})
    await sleep(pauseMs)
  }
}

export function post(
  site: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Response> {
  return fetch(`${site}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

/** The headers of a request that came through the proxy. */
export function from(address: string): Record<string, string> {
  return { 'x-forwarded-for': address }
}

export const CONSENT = { analytics: true, version: 'bench', at: '2020-01-01T00:00:00.000Z' }

/** A beacon with one page view. */
export function beaconOf(session_id: string, at = Date.now()) {
  return {
    session_id,
    consent: CONSENT,
    events: [
      { type: 'page_view', event_id: randomUUID(), occurred_at: new Date(at).toISOString(), page_path: '/' },
    ],
  }
}
