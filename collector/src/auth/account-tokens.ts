import type { Kysely } from 'kysely'
import type { AccountTokenPurpose } from '../database/schema/identity-tables.ts'
import type { Database } from '../database/schema/database.ts'
import { createSecretToken, hashSecretToken } from '../platform/secret-token.ts'

const HOUR = 3_600_000

/** How long a mailed link opens an account. Milliseconds. */
const lifetimes: Record<AccountTokenPurpose, number> = {
  recovery: HOUR,
  invite: 7 * 24 * HOUR,
  email_change: HOUR,
}

/** What a link is for, and which address it is about to give. */
export type LinkPurpose =
  | { purpose: 'recovery' | 'invite'; newEmail?: undefined }
  | { purpose: 'email_change'; newEmail: string }

/** A new link's token; earlier ones for the same purpose end. */
export async function issueAccountToken(
  trx: Kysely<Database>,
  userId: string,
  { purpose, newEmail }: LinkPurpose,
  at: Date,
): Promise<string> {
  await trx
    .deleteFrom('account_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute()
  const token = createSecretToken()
  await trx
    .insertInto('account_tokens')
    .values({
      token_hash: hashSecretToken(token),
      user_id: userId,
      purpose,
      created_at: at,
      expires_at: new Date(at.getTime() + lifetimes[purpose]),
      used_at: null,
      new_email: newEmail ?? null,
    })
    .execute()
  return token
}

/** Uses a token up. @returns whose it was; undefined where it is unknown, used or too old. */
export async function useAccountToken(
  trx: Kysely<Database>,
  token: string,
  purpose: AccountTokenPurpose,
  at: Date,
): Promise<{ userId: string; newEmail: string | null } | undefined> {
  const used = await trx
    .updateTable('account_tokens')
    .set({ used_at: at })
    .where('token_hash', '=', hashSecretToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning(['user_id', 'new_email'])
    .executeTakeFirst()
  return used && { userId: used.user_id, newEmail: used.new_email }
}
