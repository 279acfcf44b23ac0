import { z } from 'zod'
import { NextCursor, pageQuery } from '../page.ts'

/** Security events, by what they are about. */
export const AUDIT_EVENTS = [
  'signed_up',
  'signed_in',
  'sign_in_failed',
  'sign_in_limited',
  'signed_out',
  'reauthenticated',
  'session_ended',
  'other_sessions_ended',
  'refresh_token_reused',
  'recovery_requested',
  'recovery_used',
  'password_changed',
  'password_reset',
  'email_change_requested',
  'email_changed',
  'second_factor_enrolled',
  'second_factor_passed',
  'second_factor_failed',
  'second_factor_removed',
  'second_factor_reset',
  'passkey_counter_regressed',
  'second_factor_requirement_changed',
  'recovery_code_used',
  'recovery_codes_renewed',
  'first_admin_checked',
  'first_admin_created',
  'admin_created',
  'admin_invited',
  'invitation_accepted',
  'invitation_withdrawn',
  'admin_revoked',
  'admin_role_changed',
  'signing_key_rotated',
  'message_replied',
  'message_marked_as_spam',
  'message_released',
  'message_deleted',
  'letter_published',
  'letter_withdrawn',
  'subscriber_removed',
  'subscribers_exported',
  'newsletter_issue_scheduled',
  'newsletter_issue_unscheduled',
  'newsletter_issue_sent',
  'newsletter_issue_paused',
  'newsletter_issue_resumed',
  'newsletter_issue_stopped',
  'newsletter_issue_removed_from_archive',
  'newsletter_issue_shown_in_archive',
  'newsletter_issue_deleted',
  'email_retried',
  'email_deleted',
  'dead_letters_retried',
  'commissions_imported',
  'commissions_deleted',
  'history_imported',
  'history_import_deleted',
  'goals_changed',
  'experiment_ended',
  'experiment_variant_changed',
  'experiment_archived',
  'experiment_restored',
  'api_token_created',
  'api_token_revoked',
  'audit_exported',
  'events_exported',
  'alert_created',
  'alert_changed',
  'alert_tested',
  'alert_deleted',
  'access_refused',
  'bad_token',
  'share_password_wrong',
  'single_sign_on_linked',
  'single_sign_on_unlinked',
  'single_sign_on_refused',
  'admin_joined',
  'personal_data_exported',
  'person_erased',
  'session_erased',
  'consent_erased',
] as const

export const AuditEventName = z.enum(AUDIT_EVENTS)
export type AuditEventName = z.infer<typeof AuditEventName>

export const AuditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  event: z.string(),
  /** Address of the account that it concerns; null where none is known, or it is gone. */
  user: z.string().nullable(),
  /** Address of the administrator who did it, where that is somebody else or it concerns no account. */
  by: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** `GET /api/audit`; `GET /api/audit/export.csv` takes the same without pages. `from <= at < to`. */
export const AuditQuery = z.object({
  event: AuditEventName.optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  ...pageQuery,
})
export type AuditQuery = z.infer<typeof AuditQuery>

/** Newest first. */
export const AuditPage = z.object({ entries: z.array(AuditEntry), next: NextCursor })
export type AuditPage = z.infer<typeof AuditPage>
