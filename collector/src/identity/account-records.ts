import { sql } from 'kysely'
import type { Db } from '../database/schema/database.ts'
import { hasOrHadEmail, normaliseEmail } from './users.ts'

/**
 * Records of the accounts that have or had an address, and of what they did, without passwords, secrets and tokens or
 * their hashes. Replies to readers come without their text, which is about the reader.
 */
export async function accountRecords(db: Db, email: string) {
  const address = normaliseEmail(email)
  const accounts = await db
    .selectFrom('users')
    .leftJoin('admin_profiles', 'admin_profiles.user_id', 'users.id')
    .select(['id', 'email', 'former_emails', 'role', 'users.created_at', 'last_sign_in_at'])
    .where((eb) => hasOrHadEmail(eb, address))
    .execute()
  const ids = accounts.map(({ id }) => id)
  const any = sql<string>`any(${sql.val(ids)}::uuid[])`
  return {
    accounts,
    // Also those that would give another account this address: an erasure deletes them.
    pending_addresses: await db
      .selectFrom('account_tokens')
      .select(['new_email', 'created_at', 'expires_at', 'used_at'])
      .where('purpose', '=', 'email_change')
      .where((eb) => eb.or([eb('new_email', '=', address), eb('user_id', '=', any)]))
      .orderBy('created_at')
      .execute(),
    passkeys: await db
      .selectFrom('passkeys')
      .select(['friendly_name', 'created_at', 'last_used_at'])
      .where('user_id', '=', any)
      .orderBy('created_at')
      .execute(),
    linked_identities: await db
      .selectFrom('identities')
      .select(['issuer', 'subject', 'created_at'])
      .where('user_id', '=', any)
      .orderBy('created_at')
      .execute(),
    sign_ins: await db
      .selectFrom('sessions')
      .select(['created_at', 'refreshed_at', 'ended_at', 'ended_by', 'method', 'aal', 'browser'])
      .where('user_id', '=', any)
      .orderBy('created_at')
      .execute(),
    security_events: await db
      .selectFrom('audit_log')
      .select(['at', 'event', 'details'])
      .where('user_id', '=', any)
      .orderBy('id')
      .execute(),
    actions: await db
      .selectFrom('audit_log')
      .select(['at', 'event', 'details'])
      .where(sql<string>`(details ->> 'by')`, '=', sql<string>`any(${sql.val(ids)}::text[])`)
      .orderBy('id')
      .execute(),
    report_settings: await db
      .selectFrom('report_settings')
      .select(['weekly', 'alerts'])
      .where('user_id', '=', any)
      .execute(),
    saved_views: await db
      .selectFrom('saved_views')
      .select(['name', 'query', 'shared', 'created_at'])
      .where('owner_id', '=', any)
      .orderBy('created_at')
      .execute(),
    annotations: await db
      .selectFrom('annotations')
      .select([sql<string>`day::text`.as('day'), 'text', 'created_at'])
      .where('author_id', '=', any)
      .orderBy('created_at')
      .execute(),
    replies_written: await db
      .selectFrom('message_replies')
      .select(['message_id', 'outcome', 'created_at'])
      .where('author_id', '=', any)
      .orderBy('created_at')
      .execute(),
  }
}
