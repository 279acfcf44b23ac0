import type { OwnSessions } from '@half-measure/shared/auth/account.ts'
import { Hono } from 'hono'
import { readId } from '../platform/http/read-request.ts'
import { authenticate } from './authenticate.ts'
import type { Cookie } from './cookies.ts'
import { noSuchSession } from './errors.ts'
import type { Identity } from './identity.ts'
import { readBearer } from './require-admin.ts'
import { listSessions } from './sessions.ts'
import { endOwnSession } from './sign-out.ts'

/** `/api/auth/sessions`: where the account is signed in. @param refreshToken the current session's cookie. */
export function sessionRoutes(identity: Identity, refreshToken: Cookie): Hono {
  return new Hono()
    .get('/', async (c) => {
      const { userId, sessionId } = await authenticate(identity, readBearer(c))
      const sessions = await listSessions(identity, userId)
      const own: OwnSessions = sessions.map((session) => ({ ...session, current: session.id === sessionId }))
      return c.json(own)
    })
    .delete('/:id', async (c) => {
      const principal = await authenticate(identity, readBearer(c))
      const id = readId(c, noSuchSession)
      await endOwnSession(identity, principal, id)
      if (id === principal.sessionId) refreshToken.clear(c)
      return c.body(null, 204)
    })
}
