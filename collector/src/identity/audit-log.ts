import type {
  AuditEntry,
  AuditEventName,
  AuditPage,
  AuditQuery,
} from '@half-measure/shared/auth/audit-entry.ts'
import type { Role } from '@half-measure/shared/auth/roles.ts'
import type { TokenScope } from '@half-measure/shared/sharing/api-token.ts'
import type { Selectable } from 'kysely'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { readCursor, takePage } from '../database/rows.ts'
import type { ClockedDb, Database, Db } from '../database/schema/database.ts'
import { csv } from '@half-measure/shared/csv.ts'

/** Events without details. */
type Plain =
  | 'signed_up'
  | 'sign_in_failed'
  | 'signed_out'
  | 'reauthenticated'
  | 'other_sessions_ended'
  | 'recovery_requested'
  | 'recovery_used'
  | 'password_changed'
  | 'email_change_requested'
  | 'email_changed'
  | 'password_reset'
  | 'recovery_codes_renewed'
  | 'first_admin_created'
  | 'admin_created'
  | 'invitation_accepted'

/** The administrator's account; absent where it was done on the server. */
interface By {
  by?: string
}

type OfMessage = By & { message_id: string }
type OfIssue = By & { issue_id: string }
type OfToken = By & { token_id: string; kind: string; name: string }
type OfImport = By & { import_id: string; provider: string; file_name: string }

/** Which factor; without a type it is an authenticator app. */
export interface FactorDetails {
  factor_id: string
  factor_type?: 'passkey'
}

export type AuditEvent =
  | { event: Plain }
  /** The failure that reached a limit; later attempts are refused and not recorded. */
  | { event: 'sign_in_limited'; details: { limits: string[] } }
  | { event: 'signing_key_rotated'; details: { kid: string } }
  | { event: 'refresh_token_reused'; details: { session_id: string } }
  | { event: 'session_ended'; details: By & { session_id: string } }
  /** Without details: signed in with a password. */
  | { event: 'signed_in'; details?: { method: 'passkey'; factor_id: string } | { method: 'oidc' } }
  | { event: 'second_factor_failed' | 'second_factor_passed'; details: Partial<FactorDetails> }
  | { event: 'second_factor_enrolled' | 'second_factor_removed'; details: FactorDetails }
  /** The authenticator's counter did not increase: the passkey may have been copied. */
  | { event: 'passkey_counter_regressed'; details: { factor_id: string; previous: number; counter: number } }
  | { event: 'recovery_code_used'; details: { remaining: number } }
  | { event: 'first_admin_checked'; details: { outcome: 'created' | 'nothing_to_do' | 'refused' } }
  | { event: 'single_sign_on_linked' | 'single_sign_on_unlinked'; details: { issuer: string } }
  /** By an allowed domain, without an invitation. */
  | { event: 'admin_joined'; details: { role: Role; domain: string } }
  | { event: 'admin_invited'; details: By & { role: Role } }
  | { event: 'admin_role_changed'; details: By & { from: Role; to: Role } }
  | { event: 'invitation_withdrawn' | 'admin_revoked' | 'second_factor_reset'; details: By }
  | { event: 'second_factor_requirement_changed'; details: By & { required: boolean } }
  | { event: 'message_replied' | 'message_deleted'; details: OfMessage }
  | { event: 'message_marked_as_spam' | 'message_released'; details: OfMessage }
  | { event: 'letter_published' | 'letter_withdrawn'; details: OfMessage }
  | { event: 'subscriber_removed'; details: By }
  | { event: 'newsletter_issue_sent' | 'newsletter_issue_unscheduled'; details: OfIssue }
  | { event: 'newsletter_issue_paused' | 'newsletter_issue_resumed'; details: OfIssue }
  | { event: 'newsletter_issue_stopped'; details: OfIssue }
  | {
      event: 'newsletter_issue_removed_from_archive' | 'newsletter_issue_shown_in_archive'
      details: OfIssue
    }
  | { event: 'newsletter_issue_scheduled'; details: OfIssue & { at: string } }
  | { event: 'newsletter_issue_deleted'; details: By & { subject: string } }
  | { event: 'email_retried' | 'email_deleted'; details: By & { kind: string } }
  | { event: 'subscribers_exported' | 'audit_exported'; details: By & { rows: number } }
  | { event: 'dead_letters_retried'; details: By & { inserted: number; refused: number } }
  | { event: 'commissions_imported'; details: By & { network: string; added: number; changed: number } }
  /** Without a day: all of the network. */
  | { event: 'commissions_deleted'; details: By & { network: string; before?: string; deleted: number } }
  | { event: 'history_imported'; details: OfImport & { rows: number } }
  | { event: 'history_import_deleted'; details: OfImport }
  | { event: 'goals_changed'; details: By & { goals: string[] } }
  | {
      event: 'experiment_ended' | 'experiment_variant_changed'
      details: By & { test: string; variant: string }
    }
  | { event: 'experiment_archived' | 'experiment_restored'; details: By & { test: string } }
  | {
      event: 'api_token_created'
      details: OfToken & { scopes: TokenScope[]; expires_at: string | null }
    }
  | { event: 'api_token_revoked'; details: OfToken }
  /** By an administrator or with a token. */
  | { event: 'events_exported'; details: By & { token_id?: string; table: string; day: string } }
  | {
      event: 'alert_created' | 'alert_changed' | 'alert_tested' | 'alert_deleted'
      details: By & { metric: string }
    }
  /** Refusals of tokens, administrators and people at the provider, with the place or the reason. */
  | {
      event: 'access_refused' | 'bad_token' | 'share_password_wrong' | 'single_sign_on_refused'
      details: Readonly<Record<string, string>>
    }
  | { event: 'personal_data_exported'; details: By & { rows: number } }
  | { event: 'person_erased'; details: Readonly<Record<string, number | boolean | string>> }
  | { event: 'session_erased'; details: By }
  | { event: 'consent_erased'; details: Partial<By> }

/** Events that anybody can cause without an account, within the attempt limits. */
export const EVENTS_OF_STRANGERS = [
  'sign_in_failed',
  'sign_in_limited',
  'second_factor_failed',
  'first_admin_checked',
  'recovery_requested',
  'access_refused',
  'bad_token',
  'share_password_wrong',
  'single_sign_on_refused',
] as const satisfies AuditEventName[]

/** Maximum number of entries per event, account and hour; unknown accounts count as one. */
const MAX_OF_STRANGERS = 1_000

/** The chain of an event, see `audit-chain.ts`. */
export function chainOf(event: AuditEventName): string {
  return isOfStrangers(event) ? event : 'administration'
}

function isOfStrangers(event: AuditEventName): boolean {
  return EVENTS_OF_STRANGERS.some((name) => name === event)
}

/** Records a security event, within the transaction of what it reports. @param userId the account concerned. */
export async function recordAudit(
  db: Db,
  at: Date,
  userId: string | null,
  entry: AuditEvent & { event: AuditEventName },
): Promise<void> {
  if (isOfStrangers(entry.event) && (await isFull(db, entry.event, userId, at))) return
  await db
    .insertInto('audit_log')
    .values({
      at,
      event: entry.event,
      user_id: userId,
      chain: chainOf(entry.event),
      details: JSON.stringify('details' in entry ? entry.details : {}),
    })
    .execute()
}

async function isFull(db: Db, event: AuditEventName, userId: string | null, at: Date): Promise<boolean> {
  const last = await db
    .selectFrom('audit_log')
    .select('id')
    .where('event', '=', event)
    .where('user_id', 'is not distinct from', userId)
    .where('at', '>', new Date(at.getTime() - HOUR_MS))
    .orderBy('at', 'desc')
    .offset(MAX_OF_STRANGERS - 1)
    .limit(1)
    .executeTakeFirst()
  return last !== undefined
}

/** A page of the log, newest first. */
export async function listAuditLog(db: Db, query: AuditQuery): Promise<AuditPage> {
  const cursor = readCursor(query.cursor, 'number')
  const rows = await selectEntries(db, query)
    .$if(cursor !== undefined, (select) => select.where('id', '<', cursor?.id ?? '0'))
    .limit(query.limit + 1)
    .execute()
  const { page, next } = takePage(rows, query.limit, (row) => row.at)
  return { entries: await describeEntries(db, page), next }
}

/** The log as CSV. The export is an event itself. @param by account of the administrator. */
export async function exportAuditLog(
  { db, now }: ClockedDb,
  query: Omit<AuditQuery, 'limit' | 'cursor'>,
  by: string,
): Promise<string> {
  const rows = await selectEntries(db, query).execute()
  const entries = await describeEntries(db, rows)
  await recordAudit(db, now(), null, { event: 'audit_exported', details: { by, rows: entries.length } })
  return csv(
    ['at', 'event', 'user', 'by', 'details', 'chain', 'position', 'hash'],
    entries.map(({ at, event, user, by, details }, n) => [
      at,
      event,
      user ?? '',
      by ?? '',
      JSON.stringify(details),
      rows[n]?.chain ?? '',
      rows[n]?.position ?? '',
      rows[n]?.hash.toString('hex') ?? '',
    ]),
  )
}

function selectEntries(db: Db, { event, from, to }: Omit<AuditQuery, 'limit' | 'cursor'>) {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .$if(event !== undefined, (query) => query.where('event', '=', event ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('at', '<', new Date(to ?? 0)))
    .orderBy('id', 'desc')
}

async function describeEntries(
  db: Db,
  rows: readonly Selectable<Database['audit_log']>[],
): Promise<AuditEntry[]> {
  const users = await db.selectFrom('users').select(['id', 'email']).execute()
  const addresses = new Map(users.map(({ id, email }) => [id, email]))
  return rows.map(({ id, at, event, user_id, details: { by, ...details } }) => ({
    id,
    at: at.toISOString(),
    event,
    user: user_id === null ? null : (addresses.get(user_id) ?? null),
    by: typeof by === 'string' ? (addresses.get(by) ?? null) : null,
    details,
  }))
}
