import type { WebhookKind } from '@half-measure/shared/reports/alert-rule.ts'
import type { LinkProblem } from '@half-measure/shared/stats/link-health.ts'
import type { Generated } from 'kysely'

export interface WorkspaceTables {
  annotations: AnnotationsTable
  saved_views: SavedViewsTable
  saved_funnels: SavedFunnelsTable
  report_settings: ReportSettingsTable
  weekly_reports: WeeklyReportsTable
  alert_posts: AlertPostsTable
  alert_rules: AlertRulesTable
  link_checks: LinkChecksTable
}

/** Notes of administrators on a day of the charts. */
interface AnnotationsTable {
  id: Generated<string>
  /** In the publication's time zone. Read as text: a driver's date would have an hour and a zone. */
  day: string
  text: string
  /** Null once the account is deleted. */
  author_id: string | null
  created_at: Date
}

export interface SavedViewsTable {
  id: Generated<string>
  /** Null for a shared view once the account is deleted. Others go with it. */
  owner_id: string | null
  name: string
  /** Query string of the dashboard. */
  query: string
  shared: boolean
  created_at: Date
}

interface SavedFunnelsTable {
  id: Generated<string>
  name: string
  /** In order: `page:/newsletter`, `conversion:newsletter_signup`. */
  steps: string[]
  window_minutes: number
  created_at: Date
  changed_at: Date
}

/** Which emails an administrator wants; without a row, none. */
interface ReportSettingsTable {
  user_id: string
  weekly: Generated<boolean>
  alerts: Generated<boolean>
}

/** Weekly reports sent, so that each is sent once. */
interface WeeklyReportsTable {
  user_id: string
  /** Its Monday, `YYYY-MM-DD`. */
  week: string
  sent_at: Date
}

/** Alert rules and their state. */
export interface AlertRulesTable {
  id: Generated<string>
  metric: string
  comparison: string
  threshold: number
  window_minutes: number
  /** As in URLs: `is,page,/about`. */
  filters: string[]
  created_by: string | null
  created_at: Date
  raised_since: Date | null
  checked_at: Date | null
  last_value: number | null
}

/** Alerts still to be posted to a webhook. */
interface AlertPostsTable {
  id: string
  kind: WebhookKind
  /** JSON. */
  body: string
  created_at: Date
  due_at: Date
  attempts: Generated<number>
}

/** The last check of each link that leaves the magazine. */
export interface LinkChecksTable {
  href: string
  checked_at: Date
  /** Status of the final response; null without one. */
  status: number | null
  /** Why there was no response. */
  problem: LinkProblem | null
  /** URL after redirects. */
  url: string
  redirects: number
  ms: number
  /** Consecutive nights of failure. */
  failed_nights: number
  /** The first of these nights. */
  failing_since: Date | null
}
