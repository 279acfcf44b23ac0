import { AdminChange, AdminInvitation } from '@half-measure/shared/auth/admin.ts'
import { Hono } from 'hono'
import { adminGuards } from '../platform/http/guards.ts'
import { readBody, readId } from '../platform/http/read-request.ts'
import { adminNotFound, noSuchSession } from './errors.ts'
import type { Identity } from './identity.ts'
import { type AdminEnv, requireAdmin } from './require-admin.ts'
import {
  changeAdmin,
  endAdminSession,
  inviteAdmin,
  listAdminSessions,
  listTeam,
  removeAdmin,
  resetSecondFactor,
} from './team.ts'

/** `/api/admins`. */
export function teamRoutes(identity: Identity): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin(identity), ...adminGuards())
    .get('/', async (c) => c.json(await listTeam(identity, c.get('principal'))))
    .post('/', async (c) => {
      await inviteAdmin(identity, c.get('principal'), await readBody(c, AdminInvitation))
      return c.json({}, 201)
    })
    .patch('/:id', async (c) => {
      const change = await readBody(c, AdminChange)
      const id = readId(c, adminNotFound)
      await changeAdmin(identity, c.get('principal'), id, change)
      return c.body(null, 204)
    })
    .post('/:id/reset-second-factor', async (c) => {
      await resetSecondFactor(identity, c.get('principal'), readId(c, adminNotFound))
      return c.body(null, 204)
    })
    .get('/:id/sessions', async (c) => c.json(await listAdminSessions(identity, readId(c, adminNotFound))))
    .delete('/:id/sessions/:session', async (c) => {
      const id = readId(c, adminNotFound)
      await endAdminSession(identity, c.get('principal'), id, readId(c, noSuchSession, 'session'))
      return c.body(null, 204)
    })
    .delete('/:id', async (c) => {
      await removeAdmin(identity, c.get('principal'), readId(c, adminNotFound))
      return c.body(null, 204)
    })
}
