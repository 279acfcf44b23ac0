import type { Kysely } from 'kysely'
import type { Database } from '../postgres/schema/database.ts'
import { audit } from './audit.ts'
import type { AuthContext } from './auth-context.ts'
import {
  refreshTokenAlreadyUsed,
  refreshTokenNotFound,
  sessionExpired,
  sessionNotFound,
} from './auth-errors.ts'
import { refreshTokenHash } from './refresh-token.ts'
import { isExpired, ROTATION_GRACE_MS } from './session-lifetime.ts'
import { addRefreshToken, describeSession, endSession, type IssuedSession } from './sessions.ts'

type Exchange =
  | { outcome: 'issued'; user: { id: string; email: string }; sessionId: string; refreshToken: string }
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
  const session = await describeSession(context, exchange.user, exchange.sessionId)
  return { session, refreshToken: exchange.refreshToken }
}

const refusals = {
  unknown: refreshTokenNotFound,
  ended: () => sessionNotFound(400),
  expired: () => sessionExpired(400),
  reused: refreshTokenAlreadyUsed,
}

async function exchangeToken(trx: Kysely<Database>, token: string, at: Date): Promise<Exchange> {
  const hash = refreshTokenHash(token)
  // The session's row is the lock: refreshes of one family happen one after the other. The token is read after it,
  // in a statement of its own, so that what a predecessor has just written is seen.
  const session = await trx
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', (eb) =>
      eb.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hash),
    )
    .forUpdate()
    .executeTakeFirst()
  const presented = await trx
    .selectFrom('refresh_tokens')
    .select('rotated_at')
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  if (!session || !presented) return { outcome: 'unknown' }
  if (session.ended_by === 'token_reuse') return { outcome: 'reused' }
  if (session.ended_at !== null) return { outcome: 'ended' }
  if (isExpired(session, at)) return { outcome: 'expired' }

  if (presented.rotated_at === null) {
    await trx.updateTable('refresh_tokens').set({ rotated_at: at }).where('token_hash', '=', hash).execute()
  } else if (at.getTime() - presented.rotated_at.getTime() > ROTATION_GRACE_MS) {
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
    refreshToken: await addRefreshToken(trx, session.id, at),
  }
}
