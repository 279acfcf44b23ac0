import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type Beacon,
  type BeaconReceipt,
  ConsentGrant,
  MAX_BEACON_BYTES,
  SessionId,
} from '@half-measure/shared/events/beacon.ts'
import type { RefusalReason } from '@half-measure/shared/stats/rejection-reasons.ts'
import { MINUTE_MS } from '@half-measure/shared/durations.ts'
import { isHttpsOnly } from '../config/addresses.ts'
import type { Config } from '../config/config.ts'
import { ApiError } from '../platform/api-error.ts'
import { errorResponse } from '../platform/http/error-handler.ts'
import { compressionOf } from '../platform/http/guards.ts'
import type { DirectHandler } from '../platform/http/listen.ts'
import { readText, type RequestHeaders } from '../platform/http/node-request.ts'
import { isSameOrigin } from '../platform/http/origin.ts'
import type { ClientLimits, Load, RequestLimits } from '../platform/http/rate-limit.ts'
import { isObject, problemsOf } from '../platform/http/read-request.ts'
import { beaconHeaders } from '../platform/http/security-headers.ts'
import type { Logger } from '../platform/logger.ts'
import { parseJson } from '../platform/parse-json.ts'
import { SpoolError } from '../spool/spool-error.ts'
import { acceptBeacon, CompiledBeacon, countRefusal, type Ingest } from './accept-beacon.ts'
import { requestMetadata } from './request-metadata.ts'
import { mayPredateWindow } from './seen-ids.ts'

const REFUSALS: Record<RefusalReason, { status: 400 | 403 | 413 | 415; message: string }> = {
  consent_required: {
    status: 403,
    message: 'Events are stored only with a grant: consent.analytics true, with its version and time.',
  },
  invalid_body: { status: 400, message: 'The body is not a beacon.' },
  origin_not_allowed: { status: 403, message: 'Beacons are accepted from the magazine itself only.' },
  session_mismatch: {
    status: 400,
    message: 'The parameter s routes by session: send the session_id of the body, or leave it out.',
  },
  unsupported_encoding: { status: 415, message: 'Send beacons as they are, without compression.' },
  body_too_large: { status: 413, message: `A beacon has at most ${MAX_BEACON_BYTES} bytes; send several.` },
}

export interface EventRouteOptions {
  readonly ingest: Ingest
  readonly origins: Config['origins']
  readonly log: Logger
  /** The reader's address, behind trusted proxies. */
  readonly addressOf: (request: IncomingMessage) => string
  /** Absent if nothing is limited. */
  readonly limits?: RequestLimits
}

const METHOD = 'POST'
const PATH = '/api/events'

/**
 * `POST /api/events`: 202 once the accepted events are on disk. Handles Node's own request, before all other routes,
 * because Hono and its middleware cost more than all the work for a beacon.
 */
export function eventRoutes({ ingest, origins, log, addressOf, limits }: EventRouteOptions): DirectHandler {
  const { site, loopbackAliases } = origins
  const common = Object.entries(beaconHeaders(isHttpsOnly(site))).flat()

  return (request, response) => {
    const { method, url = '', headers } = request
    if (method !== METHOD || !(url === PATH || url.startsWith(`${PATH}?`))) return false
    const id = requestId(headers['x-request-id'])
    receive(request).then(
      (receipt) => respond(response, 202, receipt, id),
      (error: Error) => {
        const failed = { method: METHOD, path: PATH, isAborted: response.destroyed }
        const { status, body, headers } = errorResponse(error, failed, log, spoolRefusal)
        respond(response, status, body, id, Object.entries(headers).flat())
      },
    )
    return true
  }

  async function receive(request: IncomingMessage): Promise<BeaconReceipt> {
    const headers = request.headers as RequestHeaders
    const address = addressOf(request)
    const client = limits?.client(address)
    client?.request()
    const { origin } = headers
    if (origin !== undefined && !isSameOrigin(origin, site, loopbackAliases))
      return refuse(client, 'origin_not_allowed')
    if (!/^(?:application\/json|text\/plain)\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
      throw new ApiError(415, 'unsupported_media_type', 'Send JSON as application/json or text/plain.')
    const encoding = compressionOf(headers['content-encoding'])
    if (encoding !== undefined)
      return refuse(client, 'unsupported_encoding', 1, [`Content-Encoding: ${encoding}`])
    if (Number(headers['content-length']) > MAX_BEACON_BYTES) return refuse(client, 'body_too_large')
    const routedBy = sessionsIn(request.url)
    const received = await readText(request, MAX_BEACON_BYTES)
    client?.body(received?.bytes ?? MAX_BEACON_BYTES, SessionId.safeParse(routedBy[0]).data)
    if (!received) return refuse(client, 'body_too_large')

    const body = parseJson(received.text)
    if (!isObject(body)) return refuse(client, 'invalid_body')
    const { success, data: beacon, error } = CompiledBeacon.safeParse(body)
    if (!success) {
      const events = Array.isArray(body['events']) ? Math.max(body['events'].length, 1) : 1
      // Missing consent is reported before anything else.
      if (!ConsentGrant.safeParse(body['consent']).success) return refuse(client, 'consent_required', events)
      return refuse(client, 'invalid_body', events, problemsOf(error))
    }
    if (routedBy.some((session) => session !== beacon.session_id))
      return refuse(client, 'session_mismatch', beacon.events.length)
    const metadata = requestMetadata(headers, address, client?.exceedsFairShare(beacon.events.length))
    client?.events(loadOf(beacon, received.bytes, metadata.userAgent))
    return acceptBeacon(ingest, beacon, metadata)
  }

  /** Costs the client as much as if the events had been accepted. */
  async function refuse(
    client: ClientLimits | undefined,
    reason: RefusalReason,
    events = 1,
    details?: unknown,
  ): Promise<never> {
    client?.events({ events })
    await countRefusal(ingest, reason, events)
    const { status, message } = REFUSALS[reason]
    throw new ApiError(status, reason, message, { details })
  }

  function respond(
    response: ServerResponse,
    status: number,
    body: object,
    id: string,
    headers: readonly string[] = [],
  ): void {
    const text = JSON.stringify(body)
    response.writeHead(status, [
      'Content-Type',
      'application/json',
      'Content-Length',
      String(Buffer.byteLength(text)),
      'X-Request-Id',
      id,
      ...common,
      ...headers,
    ])
    response.end(text)
  }
}

const RETRY_SECONDS = 10

/** The response when the log refuses a beacon; undefined for other errors. */
export function spoolRefusal(error: Error): ApiError | undefined {
  if (!(error instanceof SpoolError)) return undefined
  const message = 'Events cannot be stored at the moment. Send the same ones again later.'
  return new ApiError(503, 'spool_full', message, {
    details: { cause: error.code },
    retryAfter: RETRY_SECONDS,
  })
}

/** The values of `s` in a URL, by which a proxy chooses the collector. */
function sessionsIn(url = ''): string[] {
  const query = url.slice(PATH.length)
  const only = /^\?s=(\w+)$/.exec(query)?.[1]
  return only === undefined ? new URLSearchParams(query).getAll('s') : [only]
}

/** ClickHouse rebuilds the sessions of events older than this on arrival (`late_sessions` in the schema). */
const LATE_MS = 10 * MINUTE_MS

function loadOf({ session_id, events }: Beacon, bytes: number, userAgent: string): Load {
  const now = Date.now()
  const needsLookup =
    mayPredateWindow(session_id, now) && events.some((event) => textIn(event, 'type') === 'ab_assignment')
  const isLate = events.some((event) => Date.parse(textIn(event, 'occurred_at')) < now - LATE_MS)
  return {
    sessionId: session_id,
    events: events.length,
    lookups: Number(needsLookup) + Number(isLate),
    bytes,
    // Each row repeats the user agent.
    extraBytes: events.length * userAgent.length,
  }
}

function textIn(event: unknown, name: string): string {
  const value = isObject(event) ? event[name] : undefined
  return typeof value === 'string' ? value : ''
}

/** The sender's request id if it is safe to log, a new one otherwise. */
function requestId(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && /^[\w=-]{1,255}$/.test(sent) ? sent : randomUUID()
}
