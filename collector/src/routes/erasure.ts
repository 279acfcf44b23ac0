import { SessionId } from '@half-measure/shared/events/beacon.ts'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Eraser } from '../account/erase-session.ts'
import { ApiError } from '../errors.ts'
import type { AppEnv } from '../http/app-env.ts'
import { readJson } from '../http/read-json.ts'

/** `POST /api/erasure`: 202 once the promise is on disk; the session's rows are gone soon after. */
export function erasureRoutes(eraser: Eraser): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/', bodyLimit({ maxSize: 4_096 }), async (c) => {
    const session = SessionId.safeParse((await readJson(c))['session_id'])
    if (!session.success)
      throw new ApiError(400, 'invalid_body', 'session_id is needed: session_<milliseconds>_<random>.')
    await eraser.request(session.data)
    return c.json({ status: 'accepted' }, 202)
  })
}
