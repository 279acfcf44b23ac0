import { ShareOpening, ApiTokenDraft } from '@half-measure/shared/sharing/api-token.ts'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { AdminEnv } from '../../identity/require-admin.ts'
import { adminGuards, limitBody, noStore } from '../../platform/http/guards.ts'
import { readBody, readId } from '../../platform/http/read-request.ts'
import { createToken, listTokens, revokeToken } from './api-tokens.ts'
import { tokenNotFound } from './errors.ts'
import { openShare } from './open-share.ts'
import type { Sharing } from './sharing.ts'

const MAX_BODY_BYTES = 4 * 1024

/** `/api/tokens`: API tokens and share links, for administrators. */
export function apiTokenRoutes(
  sharing: Pick<Sharing, 'db' | 'now' | 'passwords'>,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards())
    .get('/', async (c) => c.json({ tokens: await listTokens(sharing) }))
    .post('/', async (c) => {
      const draft = await readBody(c, ApiTokenDraft)
      return c.json(await createToken(sharing, draft, c.get('principal').userId), 201)
    })
    .delete('/:id', async (c) => {
      await revokeToken(sharing, readId(c, tokenNotFound), c.get('principal').userId)
      return c.body(null, 204)
    })
}

/** `/api/share`: what the page of a share link calls, without an account. */
export function shareRoutes(sharing: Sharing, clientAddress: (c: Context) => string): Hono {
  return new Hono().use(noStore, limitBody(MAX_BODY_BYTES)).post('/open', async (c) => {
    const opening = await readBody(c, ShareOpening)
    return c.json(await openShare(sharing, opening, clientAddress(c)))
  })
}
