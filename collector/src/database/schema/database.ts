import type { Kysely } from 'kysely'
import type {
  AffiliateCommissionsTable,
  ApiTokensTable,
  EndedExperimentsTable,
  ExperimentDecisionsTable,
  GoalSettingsTable,
  HistoryImportsTable,
} from './analytics-tables.ts'
import type {
  ConsentRecordsTable,
  ContactMessagesTable,
  MessageRepliesTable,
  NewsletterDeliveriesTable,
  NewsletterIssueCountsTable,
  NewsletterIssueLinksTable,
  NewsletterIssuesTable,
  NewsletterSubscribersTable,
  NewsletterTokensTable,
} from './audience-tables.ts'
import type {
  CollectorsTable,
  ErasureAcknowledgementsTable,
  ErasureRequestsTable,
  LeasesTable,
  NightlyRunsTable,
} from './coordination-tables.ts'
import type { OutboxTable } from './email-tables.ts'
import type {
  AccountTokensTable,
  AdminProfilesTable,
  AuditLogTable,
  IdentitiesTable,
  LimitedAttemptsTable,
  MfaChallengesTable,
  MfaFactorsTable,
  PasskeysTable,
  RecoveryCodesTable,
  RefreshTokensTable,
  SessionsTable,
  UsedPasskeyChallengesTable,
  UsersTable,
} from './identity-tables.ts'
import type {
  AlertPostsTable,
  AlertRulesTable,
  AnnotationsTable,
  LinkChecksTable,
  ReportSettingsTable,
  SavedFunnelsTable,
  SavedViewsTable,
  WeeklyReportsTable,
} from './workspace-tables.ts'

/** Every table, as the migrations leave it. */
export interface Database {
  used_passkey_challenges: UsedPasskeyChallengesTable
  users: UsersTable
  admin_profiles: AdminProfilesTable
  identities: IdentitiesTable
  sessions: SessionsTable
  refresh_tokens: RefreshTokensTable
  account_tokens: AccountTokensTable
  mfa_factors: MfaFactorsTable
  mfa_challenges: MfaChallengesTable
  passkeys: PasskeysTable
  recovery_codes: RecoveryCodesTable
  audit_log: AuditLogTable
  limited_attempts: LimitedAttemptsTable
  outbox: OutboxTable
  newsletter_subscribers: NewsletterSubscribersTable
  newsletter_tokens: NewsletterTokensTable
  newsletter_issues: NewsletterIssuesTable
  newsletter_issue_links: NewsletterIssueLinksTable
  newsletter_issue_counts: NewsletterIssueCountsTable
  newsletter_deliveries: NewsletterDeliveriesTable
  contact_messages: ContactMessagesTable
  message_replies: MessageRepliesTable
  consent_records: ConsentRecordsTable
  annotations: AnnotationsTable
  saved_views: SavedViewsTable
  saved_funnels: SavedFunnelsTable
  report_settings: ReportSettingsTable
  weekly_reports: WeeklyReportsTable
  alert_posts: AlertPostsTable
  alert_rules: AlertRulesTable
  link_checks: LinkChecksTable
  api_tokens: ApiTokensTable
  affiliate_commissions: AffiliateCommissionsTable
  goal_settings: GoalSettingsTable
  history_imports: HistoryImportsTable
  ended_experiments: EndedExperimentsTable
  experiment_decisions: ExperimentDecisionsTable
  collectors: CollectorsTable
  leases: LeasesTable
  erasure_requests: ErasureRequestsTable
  erasure_acknowledgements: ErasureAcknowledgementsTable
  nightly_runs: NightlyRunsTable
}

/** A connection to it, or a transaction. */
export type Db = Kysely<Database>

/** A database, and the clock for what is written to it. */
export interface ClockedDb {
  readonly db: Db
  readonly now: () => Date
}
