import type { Kysely } from 'kysely'
import type { Database } from '../postgres/schema/database.ts'

export type AuditEvent =
  | { event: 'signed_up' | 'signed_in' | 'sign_in_failed' | 'signed_out' }
  /** The failure that used up a limit; what comes after it is refused without a word. */
  | { event: 'sign_in_limited'; details: { limits: string[] } }
  | { event: 'refresh_token_reused'; details: { session_id: string } }
  | { event: 'admin_bootstrapped' | 'admin_created' | 'admin_revoked' | 'password_reset' }
  | { event: 'invitation_accepted' }
  | { event: 'recovery_requested' | 'recovery_used' | 'password_changed' | 'other_sessions_ended' }
  | { event: 'second_factor_failed' | 'second_factor_passed'; details: { factor_id: string } }
  | { event: 'second_factor_enrolled' | 'second_factor_removed'; details: { factor_id: string } }
  | { event: 'recovery_code_used'; details: { remaining: number } }
  | { event: 'recovery_codes_renewed' | 'second_factor_reset' }
  | { event: 'person_erased'; details: Record<string, number | boolean> }
  | { event: 'ensure_admin_user'; details: { outcome: 'created' | 'nothing_to_do' | 'refused' } }

/** Writes a security event down. Within a transaction it stands or falls with what it reports. */
export async function audit(
  db: Kysely<Database>,
  at: Date,
  userId: string | null,
  entry: AuditEvent,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      at,
      event: entry.event,
      user_id: userId,
      details: JSON.stringify('details' in entry ? entry.details : {}),
    })
    .execute()
}
