import type { WebhookKind } from '@half-measure/shared/reports/alert-rule.ts'
import type { LinkProblem } from '@half-measure/shared/stats/link-health.ts'
import type { Generated } from 'kysely'

export interface WorkspaceTables {
  /** Notes of administrators on a day of the charts. */
  annotations: {
    id: Generated<string>
    /** In the publication's time zone. Read as text: a driver's date would have an hour and a zone. */
    day: string
    text: string
    /** Null once the account is deleted. */
    author_id: string | null
    created_at: Date
  }
  saved_views: {
    id: Generated<string>
    /** Null for a shared view once the account is deleted. Others go with it. */
    owner_id: string | null
    name: string
    /** Query string of the dashboard. */
    query: string
    shared: boolean
    created_at: Date
  }
  saved_funnels: {
    id: Generated<string>
    name: string
    /** In order: `page:/newsletter`, `conversion:newsletter_signup`. */
    steps: string[]
    window_minutes: number
    created_at: Date
    changed_at: Date
  }
  /** Which emails an administrator wants; without a row, none. */
  report_settings: {
    user_id: string
    weekly: Generated<boolean>
    alerts: Generated<boolean>
  }
  /** Weekly reports sent, so that each is sent once. */
  weekly_reports: {
    user_id: string
    /** Its Monday, `YYYY-MM-DD`. */
    week: string
    sent_at: Date
  }
  /** Alert rules and their state. */
  alert_rules: {
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
  alert_posts: {
    id: string
    kind: WebhookKind
    /** JSON. */
    body: string
    created_at: Date
    due_at: Date
    attempts: Generated<number>
  }
  /** The last check of each link that leaves the magazine. */
  link_checks: {
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
}
