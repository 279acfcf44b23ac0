import { ShareOpening, ApiTokenDraft, type OpenedShare } from '@half-measure/shared/sharing/api-token.ts'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { assertAllowed } from '../../identity/attempt-limits.ts'
import type { AdminEnv } from '../../identity/require-admin.ts'
import { ApiError } from '../../platform/api-error.ts'
import { adminGuards, limitBody, noStore } from '../../platform/http/guards.ts'
import { readBody, readId } from '../../platform/http/read-request.ts'
import { hashSecretToken } from '../../platform/secret-token.ts'
import { createToken, listTokens, revokeToken, useToken } from './api-tokens.ts'
import { tokenNotFound } from './errors.ts'
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

/**
 * Exchanges a share link, and its password where it has one, for a grant to read statistics.
 *
 * @param client the client's address.
 * @throws {ApiError} 404 `share_not_found`, 401 `share_password_required` or `share_password_wrong`, 429
 *   `over_request_rate_limit`.
 */
async function openShare(
  sharing: Sharing,
  { secret, password }: ShareOpening,
  client: string,
): Promise<OpenedShare> {
  const link = await useToken(sharing, { secretHash: hashSecretToken(secret) })
  if (link?.kind !== 'link') {
    await sharing.recordRefusal('bad_token', { details: { route: 'POST /api/share' } })
    // The same for links that never existed and expired ones, so that nobody can find out which exist.
    throw new ApiError(404, 'share_not_found', 'This link is not known, has expired, or was revoked')
  }
  if (link.password_hash !== null) {
    if (password === undefined)
      throw new ApiError(401, 'share_password_required', 'This link requires a password')
    await assertPassword(sharing, { id: link.id, hash: link.password_hash }, password, client)
  }
  const { token, expiresAt } = await sharing.grants.issue(link.id)
  return { name: link.name, view: link.view, access_token: token, expires_at: expiresAt }
}

async function assertPassword(
  { db, limits, passwords, recordRefusal }: Pick<Sharing, 'db' | 'limits' | 'passwords' | 'recordRefusal'>,
  { id, hash }: { id: string; hash: string },
  password: string,
  client: string,
): Promise<void> {
  const applicable = [limits.forSubject('share_password', id), ...limits.forClient('client', client)]
  await limits.check(db, applicable)
  const matches = await passwords.matches(hash, password)
  assertAllowed(await db.transaction().execute((trx) => limits.attempt(trx, applicable, !matches)))
  if (matches) return
  await recordRefusal('share_password_wrong', { details: { token_id: id } })
  throw new ApiError(401, 'share_password_wrong', 'This is not the password of this link')
}
