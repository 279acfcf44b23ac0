import { SessionId } from '@half-measure/shared/events/beacon.ts'
import { type Context, Hono } from 'hono'
import type { Erasures } from './erasures.ts'
import { ApiError } from '../../platform/api-error.ts'
import { fromSite, limitBody, type SiteOrigin } from '../../platform/http/guards.ts'
import { rateLimiter } from '../../platform/http/rate-limit.ts'
import { readJsonObject } from '../../platform/http/read-request.ts'

/** Requests a minute and client. */
const ERASURES = 20
const MAX_BODY_BYTES = 4 * 1024

/** `POST /api/erasure`: 202 once the request is on disk; the session's rows are removed soon after. */
export function erasureRoutes(
  erasures: Pick<Erasures, 'request'>,
  origin: SiteOrigin,
  clientAddress: (c: Context) => string,
): Hono {
  const admit = rateLimiter(ERASURES)
  return new Hono().post('/', fromSite(origin), limitBody(MAX_BODY_BYTES), async (c) => {
    admit(clientAddress(c))
    const session = SessionId.safeParse((await readJsonObject(c))['session_id'])
    if (!session.success)
      throw new ApiError(400, 'invalid_body', 'session_id is needed: session_<milliseconds>_<random>.')
    await erasures.request(session.data)
    return c.json({ status: 'accepted' }, 202)
  })
}
