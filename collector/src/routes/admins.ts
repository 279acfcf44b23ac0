import { AdminChange, AdminInvitation } from '@half-measure/shared/auth/admin.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { adminNotFound } from '../auth/auth-errors.ts'
import type { Auth } from '../auth/auth.ts'
import { adminGuards } from '../platform/http/guards.ts'
import { readBody, readId } from '../platform/http/read-request.ts'
import type { AdminEnv } from '../http/require-admin.ts'

/** Administrators, for administrators, to be mounted at `/api/admins`. */
export function adminRoutes(
  { team }: Pick<Auth, 'team'>,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards())
    .get('/', async (c) => c.json(await team.list(c.get('principal'))))
    .post('/', async (c) => {
      const { email } = await readBody(c, AdminInvitation)
      await team.invite(c.get('principal'), email)
      return c.json({}, 201)
    })
    .patch('/:id', async (c) => {
      const change = await readBody(c, AdminChange)
      const id = readId(c, adminNotFound)
      await team.requireSecondFactor(c.get('principal'), id, change.second_factor_required)
      return c.body(null, 204)
    })
    .post('/:id/reset-second-factor', async (c) => {
      await team.resetSecondFactor(c.get('principal'), readId(c, adminNotFound))
      return c.body(null, 204)
    })
    .delete('/:id', async (c) => {
      await team.remove(c.get('principal'), readId(c, adminNotFound))
      return c.body(null, 204)
    })
}
