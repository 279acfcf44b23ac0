import type { AuditEventName } from '@half-measure/shared/auth/audit-entry.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema/database.ts'

/** Events that need no more than the account that they concern. */
type Plain =
  | 'signed_up'
  | 'signed_in'
  | 'sign_in_failed'
  | 'signed_out'
  | 'other_sessions_ended'
  | 'recovery_requested'
  | 'recovery_used'
  | 'password_changed'
  | 'email_change_requested'
  | 'email_changed'
  | 'password_reset'
  | 'recovery_codes_renewed'
  | 'admin_bootstrapped'
  | 'admin_created'
  | 'invitation_accepted'

/** The account of the administrator who did it; absent where it was done on the server itself. */
interface By {
  by?: string
}

export type AuditEvent =
  | { event: Plain }
  /** The failure that used up a limit; what comes after it is refused without a word. */
  | { event: 'sign_in_limited'; details: { limits: string[] } }
  | { event: 'signing_key_rotated'; details: { kid: string } }
  | { event: 'refresh_token_reused'; details: { session_id: string } }
  | { event: 'second_factor_failed' | 'second_factor_passed'; details: { factor_id: string } }
  | { event: 'second_factor_enrolled' | 'second_factor_removed'; details: { factor_id: string } }
  | { event: 'recovery_code_used'; details: { remaining: number } }
  | { event: 'ensure_admin_user'; details: { outcome: 'created' | 'nothing_to_do' | 'refused' } }
  | { event: 'admin_invited' | 'invitation_withdrawn' | 'admin_revoked' | 'second_factor_reset'; details: By }
  | { event: 'second_factor_requirement_changed'; details: By & { required: boolean } }
  | { event: 'message_released' | 'message_deleted'; details: By & { message_id: string } }
  | { event: 'subscriber_removed'; details: By }
  | { event: 'edition_sent' | 'edition_paused' | 'edition_resumed'; details: By & { edition_id: string } }
  | { event: 'edition_deleted'; details: By & { subject: string } }
  | { event: 'mail_retried' | 'mail_dropped'; details: By & { kind: string } }
  | { event: 'subscribers_exported' | 'audit_exported'; details: By & { rows: number } }
  | { event: 'dead_letters_retried'; details: By & { inserted: number; refused: number } }
  | { event: 'commissions_imported'; details: By & { network: string; added: number; changed: number } }
  | {
      event: 'stats_key_made' | 'stats_key_withdrawn'
      details: By & { key_id: string; kind: string; name: string }
    }
  | { event: 'person_erased'; details: Record<string, number | boolean> }

/** What anybody can have written down without an account, as often as the limits of attempts let them. */
export const BY_STRANGERS = [
  'sign_in_failed',
  'sign_in_limited',
  'second_factor_failed',
  'ensure_admin_user',
  'recovery_requested',
] as const satisfies AuditEventName[]

/** Of each of those and each account, the unknown ones together, within an hour. More tells nothing new. */
const MOST_BY_STRANGERS = 1_000
const HOUR = 3_600_000

/** Writes a security event down. Within a transaction it stands or falls with what it reports. */
export async function audit(
  db: Kysely<Database>,
  at: Date,
  userId: string | null,
  entry: AuditEvent & { event: AuditEventName },
): Promise<void> {
  const isBounded = BY_STRANGERS.some((name) => name === entry.event)
  if (isBounded && (await isFull(db, entry.event, userId, at))) return
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

async function isFull(
  db: Kysely<Database>,
  event: AuditEventName,
  userId: string | null,
  at: Date,
): Promise<boolean> {
  const last = await db
    .selectFrom('audit_log')
    .select('id')
    .where('event', '=', event)
    .where('user_id', 'is not distinct from', userId)
    .where('at', '>', new Date(at.getTime() - HOUR))
    .orderBy('at', 'desc')
    .offset(MOST_BY_STRANGERS - 1)
    .limit(1)
    .executeTakeFirst()
  return last !== undefined
}
