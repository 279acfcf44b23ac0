import { SessionId } from '@half-measure/shared/events/beacon.ts'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Eraser } from '../account/erase-session.ts'
import type { Config } from '../config/config.ts'
import { ApiError } from '../errors.ts'
import type { AppEnv } from '../http/app-env.ts'
import { fromSite } from '../http/from-site.ts'
import { rateLimit } from '../http/rate-limit.ts'
import { readJson, tooLarge } from '../http/read-json.ts'

/** An erasure pauses the writer for a moment, so a client may ask for few. Requests a minute. */
const ERASURES = 20

/** `POST /api/erasure`: 202 once the promise is on disk; the session's rows are gone soon after. */
export function erasureRoutes(eraser: Eraser, config: Pick<Config, 'origins'>): Hono<AppEnv> {
  const guards = [
    fromSite(config),
    rateLimit(ERASURES),
    bodyLimit({ maxSize: 4_096, onError: tooLarge }),
  ] as const
  return new Hono<AppEnv>().post('/', ...guards, async (c) => {
    const session = SessionId.safeParse((await readJson(c))['session_id'])
    if (!session.success)
      throw new ApiError(400, 'invalid_body', 'session_id is needed: session_<milliseconds>_<random>.')
    await eraser.request(session.data)
    return c.json({ status: 'accepted' }, 202)
  })
}
