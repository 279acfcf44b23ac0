import type { SentBeacon } from '@half-measure/shared/events/beacon.ts'

export interface Answer {
  /** Of HTTP; 0 where there was no answer. */
  readonly status: number
  /** Milliseconds that the server asks for before the next attempt. */
  readonly pauseMs: number
}

/** One attempt. Never throws. */
export async function postBeacon(beacon: SentBeacon): Promise<Answer> {
  const url = `/api/events?s=${beacon.session_id}`
  const body = JSON.stringify(beacon)
  try {
    // Where fetch knows no keepalive it ends with its page; a beacon does not, though nobody hears its answer: its
    // events stay in storage, and a next page sends them once more.
    if (document.hidden && !('keepalive' in Request.prototype)) navigator.sendBeacon(url, body)
    const { status, headers } = await fetch(url, { method: 'POST', body, keepalive: true })
    return { status, pauseMs: (Number(headers.get('retry-after')) || 0) * 1_000 }
  } catch {
    return { status: 0, pauseMs: 0 }
  }
}
