import type { Generated } from 'kysely'

/** What an administrator wants to hear by mail; no row, nothing. */
export interface ReportSettingsTable {
  user_id: string
  weekly: Generated<boolean>
  alerts: Generated<boolean>
}

/** Weeks that were reported, so that each is once, whoever restarts. */
export interface WeeklyReportsTable {
  user_id: string
  /** Its Monday, `YYYY-MM-DD`. */
  week: string
  sent_at: Date
}

/** Rules about figures, and whether they are met. */
export interface AlertRulesTable {
  id: Generated<string>
  metric: string
  comparison: 'above' | 'below'
  threshold: number
  window_minutes: number
  made_by: string | null
  created_at: Date
  raised_since: Date | null
  checked_at: Date | null
  last_value: number | null
}
