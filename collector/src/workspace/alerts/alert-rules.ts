import {
  AlertComparison,
  type AlertDraft,
  AlertMetric,
  type AlertRule,
} from '@half-measure/shared/reports/alert-rule.ts'
import { readFilter, writeFilter } from '@half-measure/shared/stats/engine/filter-text.ts'
import { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { Selectable } from 'kysely'
import { countRows } from '../../database/rows.ts'
import type { Database, Db } from '../../database/schema/database.ts'
import { recordAudit } from '../../identity/audit-log.ts'
import { ApiError } from '../../platform/api-error.ts'
import { alertEmail } from './alert-email.ts'
import { alertNotice } from './alert-notice.ts'
import type { NoticeContext } from './notice.ts'
import { type NoticeChannels, sendNotice } from './send-notice.ts'

const MAX_RULES = 50

const NOT_MEASURED = { figure: null, before: null, value: null }

export const alertNotFound = () =>
  new ApiError(404, 'alert_not_found', 'There is no such alert, or it was deleted.')

/** All administrators', oldest first. */
export async function listAlerts(db: Db): Promise<AlertRule[]> {
  const rows = await db.selectFrom('alert_rules').selectAll().orderBy('created_at').orderBy('id').execute()
  return rows.map(describeAlert)
}

/** @param by account of the administrator. @throws {ApiError} 409 `too_many_alerts`. */
export async function createAlert(
  db: Db,
  draft: AlertDraft,
  { by, at }: { by: string; at: Date },
): Promise<AlertRule> {
  if ((await countRows(db.selectFrom('alert_rules'))) >= MAX_RULES) {
    throw new ApiError(
      409,
      'too_many_alerts',
      `There are ${MAX_RULES} alerts, the most possible. Delete one first.`,
    )
  }
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('alert_rules')
      .values({ ...draft, filters: draft.filters.map(writeFilter), created_by: by, created_at: at })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAudit(trx, at, null, { event: 'alert_created', details: { by, metric: row.metric } })
    return describeAlert(row)
  })
}

/**
 * Sends notice if the alert is raised: nothing else would resolve it any more.
 *
 * @param by account of the administrator.
 * @throws {ApiError} 404 `alert_not_found`.
 */
export async function deleteAlert(
  db: Db,
  id: string,
  { by, ...options }: NoticeContext & NoticeChannels & { readonly by: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('alert_rules')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(alertNotFound)
    const { metric, raised_since } = deleted
    await recordAudit(trx, options.at, null, { event: 'alert_deleted', details: { by, metric } })
    if (raised_since === null) return
    const notice = alertNotice('deleted', describeAlert(deleted), NOT_MEASURED, options)
    await sendNotice(trx, notice, alertEmail(notice, options.dashboard), options)
  })
}

/** A rule as the API returns it. */
export function describeAlert(row: Selectable<Database['alert_rules']>): AlertRule {
  const { id, metric, comparison, threshold, window_minutes, filters } = row
  return {
    id,
    metric: AlertMetric.parse(metric),
    comparison: AlertComparison.parse(comparison),
    threshold,
    window_minutes,
    filters: filters.map((text) => Filter.parse(readFilter(text))),
    raised_since: row.raised_since?.toISOString() ?? null,
    checked_at: row.checked_at?.toISOString() ?? null,
    last_value: row.last_value,
  }
}
