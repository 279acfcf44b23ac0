import type { Kysely, NotNull } from 'kysely'
import type { Database } from '../database/schema/database.ts'
import { audit } from './audit.ts'
import type { AuthContext } from './auth-context.ts'
import {
  refreshTokenAlreadyUsed,
  refreshTokenNotFound,
  sessionExpired,
  sessionNotFound,
} from './auth-errors.ts'
import { hashSecretToken } from '../platform/secret-token.ts'
import { isExpired, ROTATION_GRACE_MS } from './session-lifetime.ts'
import { addRefreshToken, describeSession, endSession, type IssuedSession } from './sessions.ts'

type Exchange =
  | {
      outcome: 'issued'
      user: { id: string; email: string }
      sessionId: string
      aal: 'aal1' | 'aal2'
      refreshToken: string
    }
  | { outcome: 'unknown' | 'ended' | 'expired' | 'reused' }

/**
 * A refresh token for the next one and a new access token. The token presented is spent; presented again within
 * the grace it yields a sibling, later it ends the whole session, because one of the two presenters is a thief.
 *
 * @throws {ApiError} 400 `refresh_token_not_found`, `session_not_found`, `session_expired` or
 * `refresh_token_already_used`; none of them gets better by trying again.
 */
export async function refresh(context: AuthContext, token: string): Promise<IssuedSession> {
  const exchange = await context.db.transaction().execute((trx) => exchangeToken(trx, token, context.now()))
  if (exchange.outcome !== 'issued') throw refusals[exchange.outcome]()
  const session = await describeSession(context, exchange.user, exchange.sessionId, exchange.aal)
  return { session, refreshToken: exchange.refreshToken }
}

const refusals = {
  unknown: refreshTokenNotFound,
  ended: () => sessionNotFound(400),
  expired: () => sessionExpired(400),
  reused: refreshTokenAlreadyUsed,
}

async function exchangeToken(trx: Kysely<Database>, token: string, at: Date): Promise<Exchange> {
  const hash = hashSecretToken(token)
  const session = await trx
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .selectAll('sessions')
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  if (!session) return { outcome: 'unknown' }
  if (session.ended_by === 'token_reuse') return { outcome: 'reused' }
  if (session.ended_at !== null) return { outcome: 'ended' }
  if (isExpired(session, at)) return { outcome: 'expired' }

  // One statement spends the token and tells when it was spent first, so that of many at once one is the first.
  const { rotated_at: spentAt } = await trx
    .updateTable('refresh_tokens')
    .set((eb) => ({ rotated_at: eb.fn.coalesce('rotated_at', eb.val(at)) }))
    .where('token_hash', '=', hash)
    .returning('rotated_at')
    .$narrowType<{ rotated_at: NotNull }>()
    .executeTakeFirstOrThrow()
  if (at.getTime() - spentAt.getTime() > ROTATION_GRACE_MS) {
    await endSession(trx, session.id, 'token_reuse', at)
    await audit(trx, at, session.user_id, {
      event: 'refresh_token_reused',
      details: { session_id: session.id },
    })
    return { outcome: 'reused' }
  }

  await trx.updateTable('sessions').set({ refreshed_at: at }).where('id', '=', session.id).execute()
  const user = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', session.user_id)
    .executeTakeFirstOrThrow()
  return {
    outcome: 'issued',
    user,
    sessionId: session.id,
    aal: session.aal,
    refreshToken: await addRefreshToken(trx, session.id, at),
  }
}
