import type { AlertDraft, AlertRule } from '@half-measure/shared/reports/alert-rule.ts'
import { AlertMetric } from '@half-measure/shared/reports/alert-rule.ts'
import type { ReportSettings, ReportSettingsChange } from '@half-measure/shared/reports/report-settings.ts'
import type { Kysely, Selectable } from 'kysely'
import { ApiError } from '../platform/api-error.ts'
import type { Database } from '../database/schema/database.ts'
import type { AlertRulesTable } from '../database/schema/workspace-tables.ts'

const MOST_RULES = 50

export const alertNotFound = () =>
  new ApiError(404, 'alert_not_found', 'There is no such alert, or not any more')

/** @param userId of the administrator. */
export async function readSettings(db: Kysely<Database>, userId: string): Promise<ReportSettings> {
  const row = await db
    .selectFrom('report_settings')
    .select(['weekly', 'alerts'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? { weekly: false, alerts: false }
}

/** Changes what is named, leaves the rest. @param userId of the administrator. */
export async function changeSettings(
  db: Kysely<Database>,
  userId: string,
  { weekly, alerts }: ReportSettingsChange,
): Promise<ReportSettings> {
  const change = { ...(weekly !== undefined && { weekly }), ...(alerts !== undefined && { alerts }) }
  if (Object.keys(change).length > 0) {
    await db
      .insertInto('report_settings')
      .values({ user_id: userId, ...change })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
      .execute()
  }
  return readSettings(db, userId)
}

/** Everybody's, oldest first. */
export async function listAlerts(db: Kysely<Database>): Promise<AlertRule[]> {
  const rows = await db.selectFrom('alert_rules').selectAll().orderBy('created_at').orderBy('id').execute()
  return rows.map(describe)
}

/** @throws {ApiError} 409 `too_many_alerts`. @param by account of the administrator. */
export async function makeAlert(
  db: Kysely<Database>,
  draft: AlertDraft,
  { by, at }: { by: string; at: Date },
): Promise<AlertRule> {
  const { kept } = await db
    .selectFrom('alert_rules')
    .select((eb) => eb.fn.countAll<string>().as('kept'))
    .executeTakeFirstOrThrow()
  if (Number(kept) >= MOST_RULES) {
    throw new ApiError(409, 'too_many_alerts', `At most ${MOST_RULES} alerts can be kept. Delete one first.`)
  }
  const row = await db
    .insertInto('alert_rules')
    .values({ ...draft, made_by: by, created_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()
  return describe(row)
}

/** @throws {ApiError} 404 `alert_not_found`. */
export async function deleteAlert(db: Kysely<Database>, id: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('alert_rules').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw alertNotFound()
}

function describe(row: Selectable<AlertRulesTable>): AlertRule {
  const { id, metric, comparison, threshold, window_minutes, raised_since, checked_at, last_value } = row
  return {
    id,
    metric: AlertMetric.parse(metric),
    comparison,
    threshold,
    window_minutes,
    raised_since: raised_since?.toISOString() ?? null,
    checked_at: checked_at?.toISOString() ?? null,
    last_value,
  }
}
