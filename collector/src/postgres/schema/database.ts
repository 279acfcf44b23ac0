import type { AccountTokensTable } from './account-tokens.ts'
import type { AdminProfilesTable } from './admin-profiles.ts'
import type { AffiliateCommissionsTable } from './affiliate-commissions.ts'
import type { AnnotationsTable } from './annotations.ts'
import type { AuditLogTable } from './audit-log.ts'
import type { ConsentRecordsTable } from './consent-records.ts'
import type { ContactMessagesTable } from './contact-messages.ts'
import type { EditionDeliveriesTable } from './edition-deliveries.ts'
import type { EditionsTable } from './editions.ts'
import type { LimitedAttemptsTable } from './limited-attempts.ts'
import type { MfaChallengesTable } from './mfa-challenges.ts'
import type { MfaFactorsTable } from './mfa-factors.ts'
import type { NewsletterSubscribersTable } from './newsletter-subscribers.ts'
import type { NewsletterTokensTable } from './newsletter-tokens.ts'
import type { OutboxTable } from './outbox.ts'
import type { RecoveryCodesTable } from './recovery-codes.ts'
import type { AlertRulesTable, ReportSettingsTable, WeeklyReportsTable } from './reports.ts'
import type { RefreshTokensTable } from './refresh-tokens.ts'
import type { SavedFunnelsTable } from './saved-funnels.ts'
import type { SavedViewsTable } from './saved-views.ts'
import type { SessionsTable } from './sessions.ts'
import type { StatsKeysTable } from './stats-keys.ts'
import type { UsersTable } from './users.ts'

/** Every table of the database as the migrations leave it. */
export interface Database {
  users: UsersTable
  admin_profiles: AdminProfilesTable
  sessions: SessionsTable
  refresh_tokens: RefreshTokensTable
  account_tokens: AccountTokensTable
  mfa_factors: MfaFactorsTable
  mfa_challenges: MfaChallengesTable
  recovery_codes: RecoveryCodesTable
  audit_log: AuditLogTable
  limited_attempts: LimitedAttemptsTable
  outbox: OutboxTable
  newsletter_subscribers: NewsletterSubscribersTable
  newsletter_tokens: NewsletterTokensTable
  editions: EditionsTable
  edition_deliveries: EditionDeliveriesTable
  contact_messages: ContactMessagesTable
  consent_records: ConsentRecordsTable
  saved_funnels: SavedFunnelsTable
  affiliate_commissions: AffiliateCommissionsTable
  annotations: AnnotationsTable
  saved_views: SavedViewsTable
  stats_keys: StatsKeysTable
  report_settings: ReportSettingsTable
  weekly_reports: WeeklyReportsTable
  alert_rules: AlertRulesTable
}
