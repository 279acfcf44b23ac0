import type { OpenSession } from '@half-measure/shared/auth/account.ts'
import type { Session } from '@half-measure/shared/auth/session.ts'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import type { ExpressionBuilder } from 'kysely'
import { withIsoDates } from '../database/rows.ts'
import type { ClockedDb, Database, Db } from '../database/schema/database.ts'
import type { SessionEnd, SessionMethod } from '../database/schema/identity-tables.ts'
import { createSecretToken, hashSecretToken } from '../platform/secret-token.ts'
import type { AccessTokens } from './access-tokens.ts'
import { sessionNotFound } from './errors.ts'
import { ACCESS_TOKEN_SECONDS } from './signing-keys.ts'
import { describeUser } from './users.ts'

/** Longest session, however active. */
export const SESSION_MS = 30 * DAY_MS
/** Longest time between two refreshes. */
export const SESSION_IDLE_MS = 7 * DAY_MS

/** A session whose access token is not issued yet. */
export interface StartedSession {
  readonly sessionId: string
  readonly refreshToken: string
}

/** A session and the token that refreshes it. */
export interface IssuedSession {
  /** Without the refresh token: the route decides where that goes. */
  readonly session: Session
  readonly refreshToken: string
}

/** Whether a session has reached its longest duration or idle time. */
export function isExpired(session: { created_at: Date; refreshed_at: Date }, now: Date): boolean {
  return (
    now.getTime() - session.created_at.getTime() >= SESSION_MS ||
    now.getTime() - session.refreshed_at.getTime() >= SESSION_IDLE_MS
  )
}

interface NewSession {
  /** See `browserName`. */
  readonly browser: string | null
  readonly aal?: 'aal1' | 'aal2'
  /** When the password was proven. */
  readonly authenticatedAt?: Date
}

/** Starts a session with its first refresh token, and deletes the user's expired ones. */
export async function startSession(
  trx: Db,
  userId: string,
  method: SessionMethod,
  at: Date,
  { browser, aal = 'aal1', authenticatedAt = at }: NewSession,
): Promise<StartedSession> {
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('created_at', '<=', new Date(at.getTime() - SESSION_MS))
    .execute()
  const { id } = await trx
    .insertInto('sessions')
    .values({
      user_id: userId,
      method,
      created_at: at,
      refreshed_at: at,
      authenticated_at: authenticatedAt,
      aal,
      browser,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { sessionId: id, refreshToken: await addRefreshToken(trx, id, at) }
}

/**
 * Replaces a session whose second factor was just verified: the new one is `aal2`. Tokens from before end with the
 * old session, so they never gain its rights.
 *
 * @throws {ApiError} 401 `session_not_found` where the session has ended meanwhile.
 */
export async function stepUpSession(trx: Db, sessionId: string, at: Date): Promise<StartedSession> {
  const replaced = await trx
    .selectFrom('sessions')
    .select(['user_id', 'method', 'created_at', 'authenticated_at', 'browser'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  if (!(await endSession(trx, sessionId, 'second_factor_passed', at))) throw sessionNotFound(401)
  const { id } = await trx
    .insertInto('sessions')
    .values({ ...replaced, refreshed_at: at, aal: 'aal2' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { sessionId: id, refreshToken: await addRefreshToken(trx, id, at) }
}

/** Stores the hash of a refresh token, a new one by default. */
export async function addRefreshToken(
  trx: Db,
  sessionId: string,
  at: Date,
  token: string = createSecretToken(),
): Promise<string> {
  await trx
    .insertInto('refresh_tokens')
    .values({ token_hash: hashSecretToken(token), session_id: sessionId, issued_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return token
}

/**
 * Ends a session and its access tokens.
 *
 * @param userId ends it only if it is theirs.
 * @returns whether this call ended it.
 */
export async function endSession(
  db: Db,
  sessionId: string,
  by: SessionEnd,
  at: Date,
  userId?: string,
): Promise<boolean> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: at, ended_by: by })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

/** Ends the user's sessions: all, all but one, or those that began in one way. */
export async function endSessions(
  trx: Db,
  userId: string,
  by: SessionEnd,
  at: Date,
  { except, method }: { except?: string; method?: SessionMethod } = {},
): Promise<void> {
  const open = (eb: ExpressionBuilder<Database, 'sessions'>) =>
    eb.and([
      eb('user_id', '=', userId),
      eb('ended_at', 'is', null),
      ...(except === undefined ? [] : [eb('id', '!=', except)]),
      ...(method === undefined ? [] : [eb('method', '=', method)]),
    ])
  const isAnyOpen = () => trx.selectFrom('sessions').select('id').where(open).limit(1).executeTakeFirst()
  // An update waits for a session that is just being replaced after a second factor, but does not see the new one.
  while (await isAnyOpen())
    await trx.updateTable('sessions').set({ ended_at: at, ended_by: by }).where(open).execute()
}

/** In the transaction of what a session began: it may have ended meanwhile. @throws {ApiError} 401 `session_not_found`. */
export async function expectStillOpen(trx: Db, sessionId: string): Promise<void> {
  await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow(() => sessionNotFound(401))
}

/**
 * Issues an access token, in the transaction that starts or refreshes the session: if this fails, the link, code or token
 * that was exchanged for the session still works.
 *
 * @returns what a sign-in or refresh responds with.
 */
export async function issueSession(
  trx: Db,
  accessTokens: AccessTokens,
  { user, sessionId, refreshToken }: StartedSession & { readonly user: { id: string; email: string } },
  aal: 'aal1' | 'aal2' = 'aal1',
): Promise<IssuedSession> {
  const described = await describeUser(trx, user)
  const { token, expiresAt } = await accessTokens.issue({ sub: user.id, session_id: sessionId, aal })
  const session: Session = {
    access_token: token,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    aal,
    user: described,
  }
  return { session, refreshToken }
}

/** The user's open sessions, newest first. */
export async function listSessions({ db, now }: ClockedDb, userId: string): Promise<OpenSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'refreshed_at', 'aal', 'method', 'browser'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.filter((row) => !isExpired(row, now())).map(withIsoDates)
}
