import { ConsentGrant, MAX_BEACON_BYTES } from '@half-measure/shared/events/beacon.ts'
import { Hono } from 'hono'
import { isSameOrigin } from '../config/origin.ts'
import type { Config } from '../config/config.ts'
import { ApiError } from '../errors.ts'
import type { AppEnv } from '../http/app-env.ts'
import { limitBody } from '../http/limit-body.ts'
import { isObject, parseJson } from '../http/read-json.ts'
import { requestFacts } from '../http/request-facts.ts'
import { acceptBeacon, countRefusal, type Ingest } from '../ingest/accept-beacon.ts'
import { CompiledBeacon } from '../ingest/compiled-schemas.ts'
import type { RefusalReason } from '../ingest/drop-reason.ts'

const REFUSALS: Record<RefusalReason, { status: 400 | 403 | 413; message: string }> = {
  consent_required: {
    status: 403,
    message: 'Events are stored only with a grant: consent.analytics true, with its version and time.',
  },
  invalid_body: { status: 400, message: 'The body is not a beacon.' },
  origin_not_allowed: { status: 403, message: 'Beacons are taken from the magazine itself only.' },
  body_too_large: { status: 413, message: `A beacon has at most ${MAX_BEACON_BYTES} bytes; send several.` },
}

/** `POST /api/events`: 202 once everything that it names is on disk. */
export function eventRoutes(ingest: Ingest, config: Pick<Config, 'origins'>): Hono<AppEnv> {
  const { site, loopbackAliases } = config.origins

  return new Hono<AppEnv>().post(
    '/',
    async (c, next) => {
      const origin = c.req.header('origin')
      if (origin !== undefined && !isSameOrigin(origin, site, loopbackAliases)) {
        return refuse('origin_not_allowed', 1)
      }
      const type = c.req.header('content-type') ?? ''
      if (!/^(?:application\/json|text\/plain)\s*(?:;|$)/i.test(type)) {
        throw new ApiError(415, 'unsupported_media_type', 'Send JSON as application/json or text/plain.')
      }
      return next()
    },
    limitBody(MAX_BEACON_BYTES, () => refuse('body_too_large', 1)),
    async (c) => {
      const body = parseJson(await c.req.text())
      if (!isObject(body)) return refuse('invalid_body', 1)
      const beacon = CompiledBeacon.safeParse(body)
      if (beacon.success) return c.json(await acceptBeacon(ingest, beacon.data, requestFacts(c)), 202)

      const events = Array.isArray(body['events']) ? Math.max(body['events'].length, 1) : 1
      // Whatever else is wrong with it, this is said first.
      if (!ConsentGrant.safeParse(body['consent']).success) return refuse('consent_required', events)
      return refuse(
        'invalid_body',
        events,
        beacon.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
      )
    },
  )

  async function refuse(reason: RefusalReason, events: number, details?: unknown): Promise<never> {
    await countRefusal(ingest, reason, events)
    const { status, message } = REFUSALS[reason]
    throw new ApiError(status, reason, message, { details })
  }
}
