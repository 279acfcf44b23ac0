import { sql } from 'kysely'
import type { Db } from '../../database/schema/database.ts'
import { alertEmail } from './alert-email.ts'
import { alertNotice } from './alert-notice.ts'
import { describeAlert } from './alert-rules.ts'
import { isRaised, measureAlert, type MetricSources } from './measure-alert.ts'
import type { NoticeContext } from './notice.ts'
import { type NoticeChannels, sendNotice } from './send-notice.ts'

type CheckOptions = NoticeContext & NoticeChannels

/**
 * Checks every rule that was last checked before `before`, and emails and posts those that changed state.
 *
 * @throws {AggregateError} of the failures of single rules, after all were checked.
 */
export async function checkAlerts(
  db: Db,
  sources: MetricSources,
  { before, ...options }: CheckOptions & { readonly before: Date },
): Promise<void> {
  const due = await db
    .selectFrom('alert_rules')
    .select('id')
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', before)]))
    .execute()
  const failures: unknown[] = []
  for (const { id } of due) {
    // A rule that fails must not keep the others from being checked.
    await checkAlert(db, sources, id, options).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} alerts could not be checked`)
}

/** A rule's state changes in one transaction with its emails and posts, and in one collector, so each change is emailed once. */
async function checkAlert(db: Db, sources: MetricSources, id: string, options: CheckOptions): Promise<void> {
  const { at } = options
  const rule = await db.selectFrom('alert_rules').selectAll().where('id', '=', id).executeTakeFirst()
  if (!rule) return
  const { metric, comparison, threshold, window_minutes, filters } = rule
  const described = describeAlert(rule)
  const measured = await measureAlert(sources, described, at)
  await db.transaction().execute(async (trx) => {
    const wasRaised = rule.raised_since !== null
    const raised = isRaised(described, measured, wasRaised)
    const updated = await trx
      .updateTable('alert_rules')
      .set({
        checked_at: at,
        last_value: measured.value,
        ...(raised !== wasRaised && { raised_since: raised ? at : null }),
      })
      .where('id', '=', id)
      // Another collector may have checked it meanwhile, or somebody may have changed it.
      .where('checked_at', 'is not distinct from', rule.checked_at)
      .where((row) => row.and({ metric, comparison, threshold, window_minutes }))
      .where(sql<boolean>`filters = ${sql.val(filters)}`)
      .returning('id')
      .executeTakeFirst()
    if (!updated || raised === wasRaised) return
    const notice = alertNotice(raised ? 'raised' : 'resolved', described, measured, options)
    await sendNotice(trx, notice, alertEmail(notice, options.dashboard), options)
  })
}
