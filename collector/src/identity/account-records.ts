import type { Db } from '../database/schema/database.ts'
import { hasOrHadEmail, normaliseEmail } from './users.ts'

/** Records of the accounts that have or had an address, without passwords, secrets and tokens or their hashes. */
export async function accountRecords(db: Db, email: string) {
  const accounts = await db
    .selectFrom('users')
    .leftJoin('admin_profiles', 'admin_profiles.user_id', 'users.id')
    .select(['id', 'email', 'former_emails', 'role', 'users.created_at', 'last_sign_in_at'])
    .where((eb) => hasOrHadEmail(eb, normaliseEmail(email)))
    .execute()
  const ids = accounts.map(({ id }) => id)
  if (ids.length === 0)
    return { accounts, passkeys: [], linked_identities: [], sign_ins: [], security_events: [] }
  const signIns = await db
    .selectFrom('sessions')
    .select(['created_at', 'refreshed_at', 'ended_at', 'ended_by', 'method', 'aal', 'browser'])
    .where('user_id', 'in', ids)
    .orderBy('created_at')
    .execute()
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['friendly_name', 'created_at', 'last_used_at'])
    .where('user_id', 'in', ids)
    .orderBy('created_at')
    .execute()
  const identities = await db
    .selectFrom('identities')
    .select(['issuer', 'subject', 'created_at'])
    .where('user_id', 'in', ids)
    .orderBy('created_at')
    .execute()
  const events = await db
    .selectFrom('audit_log')
    .select(['at', 'event', 'details'])
    .where('user_id', 'in', ids)
    .orderBy('id')
    .execute()
  return { accounts, passkeys, linked_identities: identities, sign_ins: signIns, security_events: events }
}
