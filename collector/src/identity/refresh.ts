import type { NotNull } from 'kysely'
import type { Db } from '../database/schema/database.ts'
import { ApiError } from '../platform/api-error.ts'
import { hashSecretToken } from '../platform/secret-token.ts'
import { recordAudit } from './audit-log.ts'
import { sessionExpired, sessionNotFound } from './errors.ts'
import type { Identity } from './identity.ts'
import { addRefreshToken, endSession, isExpired, type IssuedSession, issueSession } from './sessions.ts'

/** How long a used refresh token may be presented again: by a second request, or after a lost response. */
export const ROTATION_GRACE_MS = 10_000

/**
 * The same for the dashboard's cookie, which no script can read. Longer than the dashboard retries (30 s and the timeout
 * of the last request): a slow network must not look like a thief.
 */
export const COOKIE_GRACE_MS = 60_000

/**
 * Exchanges a refresh token for the next one and a new access token. That uses up the token. Presented again within
 * the grace period, it yields the same successor; later, it ends the session, because one of its two holders is a
 * thief.
 *
 * @param graceMs see `ROTATION_GRACE_MS` and `COOKIE_GRACE_MS`.
 * @throws {ApiError} 400 `refresh_token_not_found`, `session_not_found`, `session_expired` or
 * `refresh_token_already_used`; a retry cannot succeed.
 */
export async function refresh(
  { db, now, ...keys }: Pick<Identity, 'db' | 'accessTokens' | 'now' | 'nextRefreshToken'>,
  token: string,
  graceMs: number,
): Promise<IssuedSession> {
  const exchanged = await db.transaction().execute((trx) => exchangeToken(trx, keys, token, graceMs, now()))
  // Thrown here, so that a session that this ended stays ended.
  if (typeof exchanged === 'string') throw refusals[exchanged]()
  return exchanged
}

const refusals = {
  unknown: () => new ApiError(400, 'refresh_token_not_found', 'This refresh token is not known'),
  ended: () => sessionNotFound(400),
  expired: () => sessionExpired(400),
  reused: () =>
    new ApiError(
      400,
      'refresh_token_already_used',
      'This refresh token was used before, so its session was ended. Please sign in again.',
    ),
}

async function exchangeToken(
  trx: Db,
  { accessTokens, nextRefreshToken }: Pick<Identity, 'accessTokens' | 'nextRefreshToken'>,
  token: string,
  graceMs: number,
  at: Date,
): Promise<IssuedSession | keyof typeof refusals> {
  const hash = hashSecretToken(token)
  const session = await trx
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .selectAll('sessions')
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  if (!session) return 'unknown'
  if (session.ended_by === 'token_reuse') return 'reused'
  if (session.ended_at !== null) return 'ended'
  if (isExpired(session, at)) return 'expired'

  // One statement marks the token as used and returns its first use, so that only one concurrent exchange is first.
  const { rotated_at: usedAt } = await trx
    .updateTable('refresh_tokens')
    .set((eb) => ({ rotated_at: eb.fn.coalesce('rotated_at', eb.val(at)) }))
    .where('token_hash', '=', hash)
    .returning('rotated_at')
    .$narrowType<{ rotated_at: NotNull }>()
    .executeTakeFirstOrThrow()
  if (at.getTime() - usedAt.getTime() > graceMs) {
    await endSession(trx, session.id, 'token_reuse', at)
    await recordAudit(trx, at, session.user_id, {
      event: 'refresh_token_reused',
      details: { session_id: session.id },
    })
    return 'reused'
  }

  await trx.updateTable('sessions').set({ refreshed_at: at }).where('id', '=', session.id).execute()
  const user = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', session.user_id)
    .executeTakeFirstOrThrow()
  const refreshToken = await addRefreshToken(trx, session.id, at, nextRefreshToken(token))
  return issueSession(trx, accessTokens, { user, sessionId: session.id, refreshToken }, session.aal)
}
