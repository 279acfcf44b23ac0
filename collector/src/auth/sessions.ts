import type { Session } from '@half-measure/shared/auth/session.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema/database.ts'
import type { SessionEnd, SessionMethod } from '../database/schema/identity-tables.ts'
import type { AuthContext } from './auth-context.ts'
import { createSecretToken, hashSecretToken } from '../platform/secret-token.ts'
import { ACCESS_TOKEN_SECONDS, SESSION_MS } from './session-lifetime.ts'
import { describeUser } from './users.ts'

/** A session with the token that carries it on. */
export interface IssuedSession {
  /** Without the refresh token: where that goes is the route's decision. */
  readonly session: Session
  readonly refreshToken: string
}

/** Begins a family of refresh tokens and returns its first one. The user's outlived sessions go. */
export async function startSession(
  trx: Kysely<Database>,
  userId: string,
  method: SessionMethod,
  at: Date,
): Promise<{ sessionId: string; refreshToken: string }> {
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('created_at', '<=', new Date(at.getTime() - SESSION_MS))
    .execute()
  const { id } = await trx
    .insertInto('sessions')
    .values({ user_id: userId, method, created_at: at, refreshed_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { sessionId: id, refreshToken: await addRefreshToken(trx, id, at) }
}

/** The family's next token. Only its hash stays here. */
export async function addRefreshToken(trx: Kysely<Database>, sessionId: string, at: Date): Promise<string> {
  const token = createSecretToken()
  await trx
    .insertInto('refresh_tokens')
    .values({ token_hash: hashSecretToken(token), session_id: sessionId, issued_at: at })
    .execute()
  return token
}

/** Whether it was this call that ended it. From here on its access tokens are refused as well. */
export async function endSession(
  db: Kysely<Database>,
  sessionId: string,
  by: SessionEnd,
  at: Date,
): Promise<boolean> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: at, ended_by: by })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

/** Ends the user's sessions but the one to keep, if any. */
export async function endSessions(
  trx: Kysely<Database>,
  userId: string,
  by: SessionEnd,
  at: Date,
  keep?: string,
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ ended_at: at, ended_by: by })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(keep !== undefined, (query) => query.where('id', '!=', keep ?? ''))
    .execute()
}

/** Spends every refresh token of the session; their holders are to get the next one. */
export async function spendRefreshTokens(trx: Kysely<Database>, sessionId: string, at: Date): Promise<void> {
  await trx
    .updateTable('refresh_tokens')
    .set({ rotated_at: at })
    .where('session_id', '=', sessionId)
    .where('rotated_at', 'is', null)
    .execute()
}

/** The answer to a sign-in or a refresh. */
export async function describeSession(
  { db, accessTokens }: Pick<AuthContext, 'db' | 'accessTokens'>,
  user: { id: string; email: string },
  sessionId: string,
  aal: 'aal1' | 'aal2' = 'aal1',
): Promise<Session> {
  const [{ token, expiresAt }, described] = await Promise.all([
    accessTokens.issue({ sub: user.id, session_id: sessionId, aal }),
    describeUser(db, user),
  ])
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    aal,
    user: described,
  }
}
