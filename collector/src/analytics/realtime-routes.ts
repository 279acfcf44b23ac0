import { readFilter } from '@half-measure/shared/stats/engine/filter-text.ts'
import { Filters } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { Handler } from 'hono'
import { streamSSE } from 'hono/streaming'
import { type AdminEnv, bearerToken } from '../identity/require-admin.ts'
import { parseQuery } from '../platform/http/read-request.ts'
import type { RealtimeFeed } from './live-feed.ts'

/** Proxies close connections that are silent for long. */
const HEARTBEAT_MS = 25_000

/**
 * `GET /realtime`, filtered (`f=`): a `now` event every few seconds while the listener's session lasts. The session
 * is checked before each event, so nothing is sent after a sign-out.
 *
 * @param expectAdmin rejects if the token's session has ended or its user is no longer an administrator.
 */
export function realtimeHandler(
  feed: RealtimeFeed,
  expectAdmin: (accessToken: string) => Promise<void>,
  heartbeatMs = HEARTBEAT_MS,
): Handler<AdminEnv> {
  return (c) => {
    const token = bearerToken(c) ?? ''
    const filters = parseQuery(Filters, c.req.queries('f')?.map(readFilter) ?? [], 'f')
    const over = new AbortController()
    const events: { event: string; data: string }[] = []
    let wake = () => {}
    const put = (event: string, data: string) => {
      events.push({ event, data })
      wake()
    }
    const putWhileSignedIn = (event: string, data: string) => {
      expectAdmin(token).then(
        () => put(event, data),
        () => over.abort(),
      )
    }
    // Before the response begins, so that one listener too many gets an error.
    const viewer = c.get('principal')?.userId ?? token
    const leave = feed.listen(viewer, (now) => putWhileSignedIn('now', JSON.stringify(now)), filters)
    const heartbeat = setInterval(() => putWhileSignedIn('heartbeat', ''), heartbeatMs)
    const gone = AbortSignal.any([over.signal, feed.ended, c.req.raw.signal])
    gone.addEventListener('abort', () => wake(), { once: true })

    return streamSSE(c, async (stream) => {
      stream.onAbort(() => over.abort())
      try {
        while (!gone.aborted && !stream.aborted) {
          // A slow listener gets the latest events, not those it missed.
          for (const event of events.splice(0).slice(-2)) await stream.writeSSE(event)
          if (events.length === 0 && !gone.aborted) await new Promise<void>((resolve) => (wake = resolve))
        }
        if (!stream.aborted) await stream.writeSSE({ event: 'end', data: '' })
      } finally {
        leave()
        clearInterval(heartbeat)
      }
    })
  }
}
