import { DAY_MS } from '@half-measure/shared/durations.ts'
import { SessionId } from '@half-measure/shared/events/beacon.ts'
import { type Context, Hono } from 'hono'
import type { Erasures } from './erasures.ts'
import { ApiError } from '../../platform/api-error.ts'
import { fromSite, limitBody, type SiteOrigin } from '../../platform/http/guards.ts'
import { rateLimiter } from '../../platform/http/rate-limit.ts'
import { readJsonObject } from '../../platform/http/read-request.ts'

/** Requests per network in a minute and in a day. Each that finds a session stays on disk for ever. */
const ERASURES = { aMinute: 20, aDay: 200 }
const MAX_BODY_BYTES = 4 * 1024

/** `POST /api/erasure`: 202 once the request is on disk; the session's rows are removed soon after. */
export function erasureRoutes(
  erasures: Pick<Erasures, 'request'>,
  origin: SiteOrigin,
  clientAddress: (c: Context) => string,
): Hono {
  const admits = [rateLimiter(ERASURES.aMinute), rateLimiter(ERASURES.aDay, undefined, DAY_MS)]
  return new Hono().post('/', fromSite(origin), limitBody(MAX_BODY_BYTES), async (c) => {
    for (const admit of admits) admit(clientAddress(c))
    const session = SessionId.safeParse((await readJsonObject(c))['session_id'])
    if (!session.success)
      throw new ApiError(400, 'invalid_body', 'session_id is needed: session_<milliseconds>_<random>.')
    await erasures.request(session.data)
    return c.json({ status: 'accepted' }, 202)
  })
}
