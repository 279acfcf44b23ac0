import {
  type CreatedApiToken,
  type ApiToken,
  type ApiTokenDraft,
  TOKEN_LIFETIME_DAYS,
  type TokenScope,
} from '@half-measure/shared/sharing/api-token.ts'
import type { ExpressionBuilder } from 'kysely'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { countRows, withIsoDates } from '../../database/rows.ts'
import { recordAudit } from '../../identity/audit-log.ts'
import { expectStillOwner } from '../../identity/team.ts'
import { ApiError } from '../../platform/api-error.ts'
import { createSecretToken, hashSecretToken } from '../../platform/secret-token.ts'
import { tokenNotFound, tokenNotValid } from './errors.ts'
import { claimsToBeGrant, type Sharing } from './sharing.ts'
import type { ClockedDb, Database } from '../../database/schema/database.ts'

/** Prefix of API tokens, by which people and secret scanners recognise them. */
const TOKEN_PREFIX = 'hm_'

const MAX_TOKENS = 100

const LIFETIME_MS = TOKEN_LIFETIME_DAYS * DAY_MS

/** Links show views of Explore, with the estimated value of goals. */
const LINK_SCOPES: TokenScope[] = ['figures', 'revenue']

/** Use is recorded to the minute, so that reading statistics does not write all the time. */
const RECORD_USE_MS = 60_000

/** Tokens and links that are not revoked, newest first; expired ones included, for as long as they are kept. */
export async function listTokens({ db }: Pick<Sharing, 'db'>): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'created_by')
    .select([
      'api_tokens.id',
      'kind',
      'name',
      'scopes',
      'view',
      'api_tokens.password_hash',
      'users.email',
      'api_tokens.created_at',
      'expires_at',
      'last_used_at',
    ])
    .where('revoked_at', 'is', null)
    .orderBy('api_tokens.created_at', 'desc')
    .orderBy('api_tokens.id')
    .execute()
  return rows.map(({ password_hash, email, ...token }) => ({
    ...withIsoDates(token),
    has_password: password_hash !== null,
    by: email,
  }))
}

/**
 * @param by account of the administrator.
 * @throws {ApiError} 400 `validation_failed` for a past expiry, 409 `too_many_api_tokens`; 403 `not_admin` or
 * `insufficient_role` if the administrator is no longer an owner.
 */
export async function createToken(
  { db, now, passwords }: Pick<Sharing, 'db' | 'now' | 'passwords'>,
  draft: ApiTokenDraft,
  by: string,
): Promise<CreatedApiToken> {
  const at = now()
  const { expires_at: given = new Date(at.getTime() + LIFETIME_MS).toISOString() } = draft
  const expiresAt = given === null ? null : new Date(given)
  if (expiresAt && expiresAt <= at)
    throw new ApiError(400, 'validation_failed', 'The expiry has to be in the future')
  const password = draft.kind === 'link' ? draft.password : null
  const secret = `${draft.kind === 'token' ? TOKEN_PREFIX : ''}${createSecretToken()}`
  const passwordHash = password === null ? null : await passwords.hash(password)

  const scopes = draft.kind === 'link' ? LINK_SCOPES : [...new Set(draft.scopes)]

  const id = await db.transaction().execute(async (trx) => {
    await expectStillOwner(trx, by)
    const active = await countRows(trx.selectFrom('api_tokens').where((token) => isActive(token, at)))
    if (active >= MAX_TOKENS)
      throw new ApiError(
        409,
        'too_many_api_tokens',
        `At most ${MAX_TOKENS} active tokens and links. Revoke one first.`,
      )
    const created = await trx
      .insertInto('api_tokens')
      .values({
        kind: draft.kind,
        name: draft.name,
        scopes,
        view: draft.kind === 'link' ? draft.view.replace(/^\?/, '') : '',
        secret_hash: hashSecretToken(secret),
        password_hash: passwordHash,
        created_by: by,
        created_at: at,
        expires_at: expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(trx, at, null, {
      event: 'api_token_created',
      details: {
        by,
        token_id: created.id,
        kind: draft.kind,
        name: draft.name,
        scopes,
        expires_at: expiresAt?.toISOString() ?? null,
      },
    })
    return created.id
  })
  const token = (await listTokens({ db })).find((listed) => listed.id === id)
  if (!token) throw tokenNotFound()
  return { token, secret }
}

/** Neither revoked nor expired. */
function isActive(token: ExpressionBuilder<Database, 'api_tokens'>, at: Date) {
  return token.and([
    token('revoked_at', 'is', null),
    token.or([token('expires_at', 'is', null), token('expires_at', '>', at)]),
  ])
}

/** Revokes a token or link. @throws {ApiError} 404 `api_token_not_found`. */
export async function revokeToken({ db, now }: ClockedDb, id: string, by: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const at = now()
    const token = await trx
      .updateTable('api_tokens')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning(['kind', 'name'])
      .executeTakeFirstOrThrow(tokenNotFound)
    await recordAudit(trx, at, null, { event: 'api_token_revoked', details: { by, token_id: id, ...token } })
  })
}

/** A token or link that is neither revoked nor expired; undefined for any other. Records its use. */
export async function useToken({ db, now }: ClockedDb, by: { id: string } | { secretHash: Buffer }) {
  const at = now()
  const token = await db
    .selectFrom('api_tokens')
    .select(['id', 'kind', 'name', 'scopes', 'view', 'password_hash', 'last_used_at'])
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('secret_hash', '=', by.secretHash)))
    .where((token) => isActive(token, at))
    .executeTakeFirst()
  if (!token) return undefined
  if (at.getTime() - (token.last_used_at?.getTime() ?? 0) >= RECORD_USE_MS)
    await db.updateTable('api_tokens').set({ last_used_at: at }).where('id', '=', token.id).execute()
  return token
}

/** What an API token or a share link may read. */
export type Viewer = Pick<
  NonNullable<Awaited<ReturnType<typeof useToken>>>,
  'id' | 'kind' | 'scopes' | 'view'
>

/** Whether a bearer token claims to be an API token or an opened share link, not an administrator's access token. */
export function claimsToBeViewer(bearer: string): boolean {
  return bearer.startsWith(TOKEN_PREFIX) || claimsToBeGrant(bearer)
}

/** The viewer behind a bearer token; undefined for a grant that has expired or is not ours. @throws {ApiError} 401 `api_token_invalid`. */
export async function viewerOf(
  { db, now, grants }: Pick<Sharing, 'db' | 'now' | 'grants'>,
  bearer: string,
): Promise<Viewer | undefined> {
  if (bearer.startsWith(TOKEN_PREFIX)) {
    const token = await useToken({ db, now }, { secretHash: hashSecretToken(bearer) })
    if (token?.kind !== 'token') throw tokenNotValid()
    return token
  }
  const linkId = await grants.verify(bearer)
  if (linkId === undefined) return undefined
  const link = await useToken({ db, now }, { id: linkId })
  if (!link) throw tokenNotValid()
  return link
}
