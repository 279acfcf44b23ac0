import {
  AlertComparison,
  type AlertDraft,
  AlertMetric,
  type AlertRule,
} from '@half-measure/shared/reports/alert-rule.ts'
import { readFilter, writeFilter } from '@half-measure/shared/stats/engine/filter-text.ts'
import { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { Selectable } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
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
      .values({ ...rowOf(draft), created_by: by, created_at: at })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAudit(trx, at, null, { event: 'alert_created', details: { by, metric: row.metric } })
    return describeAlert(row)
  })
}

interface ChangeOptions extends NoticeContext, NoticeChannels {
  /** Account of the administrator. */
  readonly by: string
}

/** Replaces a rule, which is then checked again; the same rule changes nothing. @throws {ApiError} 404 `alert_not_found`. */
export async function changeAlert(
  db: Db,
  id: string,
  draft: AlertDraft,
  { by, ...options }: ChangeOptions,
): Promise<AlertRule> {
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('alert_rules')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(alertNotFound)
    const row = rowOf(draft)
    if (isDeepStrictEqual({ ...before, ...row }, before)) return describeAlert(before)
    const after = await trx
      .updateTable('alert_rules')
      .set({ ...row, raised_since: null, checked_at: null, last_value: null })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const details = { by, metric: after.metric }
    await recordAudit(trx, options.at, null, { event: 'alert_changed', details })
    await endRaised(trx, 'changed', before, options)
    return describeAlert(after)
  })
}

/** @throws {ApiError} 404 `alert_not_found`. */
export async function deleteAlert(db: Db, id: string, { by, ...options }: ChangeOptions): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('alert_rules')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(alertNotFound)
    const details = { by, metric: deleted.metric }
    await recordAudit(trx, options.at, null, { event: 'alert_deleted', details })
    await endRaised(trx, 'deleted', deleted, options)
  })
}

/** Sends notice if the alert is raised: nothing else would resolve it any more. */
async function endRaised(
  db: Db,
  occasion: 'changed' | 'deleted',
  row: Selectable<Database['alert_rules']>,
  options: NoticeContext & NoticeChannels,
): Promise<void> {
  if (row.raised_since === null) return
  const notice = alertNotice(occasion, describeAlert(row), NOT_MEASURED, options)
  await sendNotice(db, notice, alertEmail(notice, options.dashboard), options)
}

function rowOf({ filters, ...draft }: AlertDraft) {
  return { ...draft, filters: filters.map(writeFilter) }
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
