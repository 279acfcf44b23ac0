import { type AlertDraft, AlertMetric, type AlertRule } from '@half-measure/shared/reports/alert-rule.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/schema/database.ts'
import type { AlertRulesTable } from '../../database/schema/workspace-tables.ts'
import { recordAudit } from '../../identity/audit-log.ts'
import { ApiError } from '../../platform/api-error.ts'

const MAX_RULES = 50

export const alertNotFound = () =>
  new ApiError(404, 'alert_not_found', 'There is no such alert, or it was deleted.')

/** All administrators', oldest first. */
export async function listAlerts(db: Db): Promise<AlertRule[]> {
  const rows = await db.selectFrom('alert_rules').selectAll().orderBy('created_at').orderBy('id').execute()
  return rows.map(describe)
}

/** @param by account of the administrator. @throws {ApiError} 409 `too_many_alerts`. */
export async function createAlert(
  db: Db,
  draft: AlertDraft,
  { by, at }: { by: string; at: Date },
): Promise<AlertRule> {
  const { count } = await db
    .selectFrom('alert_rules')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_RULES) {
    throw new ApiError(
      409,
      'too_many_alerts',
      `There are ${MAX_RULES} alerts, the most possible. Delete one first.`,
    )
  }
  const row = await db
    .insertInto('alert_rules')
    .values({ ...draft, created_by: by, created_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()
  return describe(row)
}

/** @param by account of the administrator. @throws {ApiError} 404 `alert_not_found`. */
export async function deleteAlert(
  db: Db,
  id: string,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('alert_rules')
      .where('id', '=', id)
      .returning('metric')
      .executeTakeFirst()
    if (!deleted) throw alertNotFound()
    await recordAudit(trx, at, null, { event: 'alert_deleted', details: { by, ...deleted } })
  })
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
