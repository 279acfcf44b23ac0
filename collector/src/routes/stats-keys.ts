import { StatsKeyDraft } from '@half-measure/shared/sharing/stats-key.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { adminGuards } from '../platform/http/guards.ts'
import { readBody, readId } from '../platform/http/read-request.ts'
import type { AdminEnv } from '../http/require-admin.ts'
import type { Sharing } from '../sharing/sharing.ts'
import { keyNotFound } from '../sharing/sharing-errors.ts'

/** API tokens and share links, for administrators, to be mounted at `/api/stats-keys`. */
export function statsKeyRoutes(
  { keys }: Pick<Sharing, 'keys'>,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards())
    .get('/', async (c) => c.json({ keys: await keys.list() }))
    .post('/', async (c) => {
      const draft = await readBody(c, StatsKeyDraft)
      return c.json(await keys.make(draft, c.get('principal').userId), 201)
    })
    .delete('/:id', async (c) => {
      await keys.withdraw(readId(c, keyNotFound), c.get('principal').userId)
      return c.body(null, 204)
    })
}
