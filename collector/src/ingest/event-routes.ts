import { randomUUID } from 'node:crypto'
import { type Beacon, ConsentGrant, MAX_BEACON_BYTES } from '@half-measure/shared/events/beacon.ts'
import { type Context, Hono } from 'hono'
import { isSameOrigin } from '../platform/http/origin.ts'
import type { Config } from '../config/config.ts'
import { ApiError } from '../platform/api-error.ts'
import { errorHandler } from '../platform/http/error-handler.ts'
import { spoolRefusal } from './spool-refusal.ts'
import { readBytes, requestHeaders } from '../platform/http/node-request.ts'
import { isObject, problemsOf } from '../platform/http/read-request.ts'
import { parseJson } from '../platform/parse-json.ts'
import type { Load, RequestLimits } from '../platform/http/rate-limit.ts'
import { beaconHeaders } from '../platform/http/security-headers.ts'
import { acceptBeacon, countRefusal, type Ingest } from './accept-beacon.ts'
import { CompiledBeacon } from './decide-beacon.ts'
import type { RefusalReason } from '@half-measure/shared/stats/rejection-reasons.ts'
import { mayPredateWindow } from './seen-ids.ts'
import { requestFacts } from './request-facts.ts'
import type { Logger } from '../platform/logger.ts'

const REFUSALS: Record<RefusalReason, { status: 400 | 403 | 413; message: string }> = {
  consent_required: {
    status: 403,
    message: 'Events are stored only with a grant: consent.analytics true, with its version and time.',
  },
  invalid_body: { status: 400, message: 'The body is not a beacon.' },
  origin_not_allowed: { status: 403, message: 'Beacons are accepted from the magazine itself only.' },
  body_too_large: { status: 413, message: `A beacon has at most ${MAX_BEACON_BYTES} bytes; send several.` },
}

export interface EventRouteOptions {
  readonly ingest: Ingest
  readonly origins: Config['origins']
  readonly log: Logger
  /** The reader's address, as far as proxies can be trusted. */
  readonly addressOf: (c: Context) => string
  /** Left out where there is none. */
  readonly limits?: RequestLimits
}

/**
 * `POST /api/events`: 202 once everything that it names is on disk. An application of its own, which comes before any
 * other: Hono calls a handler that has its path to itself directly, and what middleware does for every other response
 * costs as much as everything else that is done for a beacon.
 */
export function eventRoutes({ ingest, origins, log, addressOf, limits }: EventRouteOptions): Hono {
  const { site, loopbackAliases } = origins
  const common = beaconHeaders(site.startsWith('https:'))
  const answerError = errorHandler(log, spoolRefusal)

  return new Hono()
    .post('/api/events', async (c) => {
      const headers = requestHeaders(c)
      const address = addressOf(c)
      limits?.request(address)
      const { origin } = headers
      if (origin !== undefined && !isSameOrigin(origin, site, loopbackAliases)) {
        return refuse('origin_not_allowed', 1)
      }
      if (!/^(?:application\/json|text\/plain)\s*(?:;|$)/i.test(headers['content-type'] ?? '')) {
        throw new ApiError(415, 'unsupported_media_type', 'Send JSON as application/json or text/plain.')
      }
      if (Number(headers['content-length']) > MAX_BEACON_BYTES) return refuse('body_too_large', 1)
      const bytes = await readBytes(c, MAX_BEACON_BYTES)
      if (!bytes) return refuse('body_too_large', 1)

      const body = parseJson(textOf(bytes))
      if (!isObject(body)) return refuse('invalid_body', 1)
      const beacon = CompiledBeacon.safeParse(body)
      if (beacon.success) {
        limits?.load(address, loadOf(beacon.data, bytes.length))
        const receipt = await acceptBeacon(ingest, beacon.data, requestFacts(headers, address))
        return new Response(JSON.stringify(receipt), {
          status: 202,
          // One plain object goes to the socket as it is.
          headers: {
            'Content-Type': 'application/json',
            'X-Request-Id': requestId(headers['x-request-id']),
            ...common,
          },
        })
      }

      const events = Array.isArray(body['events']) ? Math.max(body['events'].length, 1) : 1
      // Missing consent is reported before anything else.
      if (!ConsentGrant.safeParse(body['consent']).success) return refuse('consent_required', events)
      return refuse('invalid_body', events, problemsOf(beacon.error))
    })
    .onError((error, c) => {
      for (const [name, value] of Object.entries(common)) c.header(name, value)
      c.header('X-Request-Id', requestId(c.req.header('x-request-id')))
      return answerError(error, c)
    })

  async function refuse(reason: RefusalReason, events: number, details?: unknown): Promise<never> {
    await countRefusal(ingest, reason, events)
    const { status, message } = REFUSALS[reason]
    throw new ApiError(status, reason, message, { details })
  }
}

function loadOf({ session_id, events }: Beacon, bytes: number): Load {
  const asksForAssignments =
    mayPredateWindow(session_id, Date.now()) && events.some((event) => typeOf(event) === 'ab_assignment')
  return { sessionId: session_id, events: events.length, bytes, lookups: asksForAssignments ? 1 : 0 }
}

function typeOf(event: unknown): unknown {
  return isObject(event) ? event['type'] : undefined
}

/** A byte order mark is no part of the text. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString()
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/** The sender's request id if it is safe to log, a new one otherwise. */
function requestId(sent: string | undefined): string {
  return sent !== undefined && /^[\w=-]{1,255}$/.test(sent) ? sent : randomUUID()
}
