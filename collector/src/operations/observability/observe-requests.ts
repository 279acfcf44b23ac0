import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Observer, routeGroupOf } from '../../events/observer.ts'

/** Reports a request to the observer once its response is sent or cut off. */
export function observeRequest(observer: Observer, request: IncomingMessage, response: ServerResponse): void {
  const group = routeGroupOf(request.url ?? '')
  if (group === 'live') return
  const startedAt = Date.now()
  const started = performance.now()
  const { method = 'GET' } = request
  const { traceparent } = request.headers
  response.once('close', () =>
    observer.request({
      group,
      method,
      status: response.statusCode,
      startedAt,
      seconds: (performance.now() - started) / 1_000,
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    }),
  )
}
