import { ShareOpening } from '@half-measure/shared/sharing/stats-key.ts'
import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { adminGuards, readChange } from '../people/admin-requests.ts'
import type { Sharing } from '../sharing/sharing.ts'

/** What a share link's page asks, without an account, to be mounted at `/api/share`. */
export function shareRoutes({ open }: Pick<Sharing, 'open'>): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .use(...adminGuards())
    .post('/open', async (c) => c.json(await open(await readChange(c, ShareOpening), c.get('clientAddress'))))
}
