import type { MadeStatsKey, StatsKey, StatsKeyDraft } from '@half-measure/shared/sharing/stats-key.ts'
import { audit } from '../auth/audit.ts'
import { hashPassword } from '../auth/passwords.ts'
import { createSecretToken, hashSecretToken } from '../platform/secret-token.ts'
import type { SharingContext } from './sharing.ts'
import { expiryIsPast, keyNotFound, tooManyKeys } from './sharing-errors.ts'

/** Before an API token, so that people and scanners of code know what it is. */
export const TOKEN_PREFIX = 'hm_'

/** More than an office can keep in view. */
const MOST = 100

/** Keys that are not withdrawn, newest first; those that have expired stay in sight until they are. */
export async function listKeys({ db }: Pick<SharingContext, 'db'>): Promise<StatsKey[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .leftJoin('users', 'users.id', 'made_by')
    .select([
      'api_tokens.id',
      'kind',
      'name',
      'api_tokens.password_hash',
      'users.email',
      'api_tokens.created_at',
      'expires_at',
      'last_used_at',
    ])
    .where('withdrawn_at', 'is', null)
    .orderBy('api_tokens.created_at', 'desc')
    .orderBy('api_tokens.id')
    .execute()
  return rows.map(({ id, kind, name, password_hash, email, created_at, expires_at, last_used_at }) => ({
    id,
    kind,
    name,
    has_password: password_hash !== null,
    by: email,
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    last_used_at: last_used_at?.toISOString() ?? null,
  }))
}

/**
 * @param by account of the administrator.
 * @throws {ApiError} 400 `validation_failed` for an expiry that is past, 409 `too_many_stats_keys`.
 */
export async function makeKey(
  context: SharingContext,
  draft: StatsKeyDraft,
  by: string,
): Promise<MadeStatsKey> {
  const { db, now } = context
  const at = now()
  const expiresAt = draft.expires_at === null ? null : new Date(draft.expires_at)
  if (expiresAt && expiresAt <= at) throw expiryIsPast()
  const password = draft.kind === 'link' ? draft.password : null
  const secret = `${draft.kind === 'token' ? TOKEN_PREFIX : ''}${createSecretToken()}`
  const passwordHash = password === null ? null : await hashPassword(password)

  const id = await db.transaction().execute(async (trx) => {
    const good = await trx
      .selectFrom('api_tokens')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('withdrawn_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(good.count) >= MOST) throw tooManyKeys(MOST)
    const made = await trx
      .insertInto('api_tokens')
      .values({
        kind: draft.kind,
        name: draft.name,
        secret_hash: hashSecretToken(secret),
        password_hash: passwordHash,
        made_by: by,
        created_at: at,
        expires_at: expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(trx, at, null, {
      event: 'stats_key_made',
      details: { by, key_id: made.id, kind: draft.kind, name: draft.name },
    })
    return made.id
  })
  const key = (await listKeys(context)).find((key) => key.id === id)
  if (!key) throw keyNotFound()
  return { key, secret }
}

/** It is refused from now on. @throws {ApiError} 404 `stats_key_not_found`. */
export async function withdrawKey({ db, now }: SharingContext, id: string, by: string): Promise<void> {
  const at = now()
  await db.transaction().execute(async (trx) => {
    const key = await trx
      .updateTable('api_tokens')
      .set({ withdrawn_at: at })
      .where('id', '=', id)
      .where('withdrawn_at', 'is', null)
      .returning(['kind', 'name'])
      .executeTakeFirst()
    if (!key) throw keyNotFound()
    await audit(trx, at, null, { event: 'stats_key_withdrawn', details: { by, key_id: id, ...key } })
  })
}
