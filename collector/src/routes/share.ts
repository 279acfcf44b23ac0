import { ShareOpening } from '@half-measure/shared/sharing/stats-key.ts'
import { Hono } from 'hono'
import { readBody } from '../platform/http/read-request.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { limitBody, noStore } from '../platform/http/guards.ts'
import type { Sharing } from '../sharing/sharing.ts'

const MAX_BODY_BYTES = 4 * 1024

/** What a share link's page asks, without an account, to be mounted at `/api/share`. */
export function shareRoutes({ open }: Pick<Sharing, 'open'>): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .use(noStore, limitBody(MAX_BODY_BYTES))
    .post('/open', async (c) => c.json(await open(await readBody(c, ShareOpening), c.get('clientAddress'))))
}
