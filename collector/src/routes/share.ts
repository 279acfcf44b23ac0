import { ShareOpening } from '@half-measure/shared/sharing/stats-key.ts'
import { Hono } from 'hono'
import { readChange } from '../http/admin-requests.ts'
import type { AppEnv } from '../http/app-env.ts'
import { limitBody } from '../http/limit-body.ts'
import { noStore } from '../http/no-store.ts'
import type { Sharing } from '../sharing/sharing.ts'

const MAX_BODY_BYTES = 4 * 1024

/** What a share link's page asks, without an account, to be mounted at `/api/share`. */
export function shareRoutes({ open }: Pick<Sharing, 'open'>): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .use(noStore, limitBody(MAX_BODY_BYTES))
    .post('/open', async (c) => c.json(await open(await readChange(c, ShareOpening), c.get('clientAddress'))))
}
