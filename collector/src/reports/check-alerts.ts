import { AlertMetric } from '@half-measure/shared/reports/alert-rule.ts'
import type { Kysely } from 'kysely'
import { mailOf } from '../mail/letter.ts'
import { putMail } from '../mail/outbox.ts'
import type { Database } from '../database/schema/database.ts'
import { alertLetter } from './alert-letter.ts'
import { isRaised } from './judge-alert.ts'

/** The figure of a rule; see `alertValue`. */
type ValueOf = (rule: { metric: AlertMetric; window_minutes: number }) => Promise<number | null>

/**
 * Looks at every rule that was not looked at since `before`, and tells of those that changed.
 *
 * @throws {AggregateError} of what went wrong with single rules, when all have been looked at.
 */
export async function checkAlerts(
  db: Kysely<Database>,
  valueOf: ValueOf,
  { at, before, dashboard }: { at: Date; before: Date; dashboard: string },
): Promise<void> {
  const due = await db
    .selectFrom('alert_rules')
    .select('id')
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', before)]))
    .execute()
  const failures: unknown[] = []
  for (const { id } of due) {
    // A figure that cannot be had now, or never again, keeps nobody from hearing of the others.
    await checkAlert(db, valueOf, id, { at, dashboard }).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} alerts could not be checked`)
}

/** A rule's state changes with its mails, and by one collector only: a crossing is told once. */
async function checkAlert(
  db: Kysely<Database>,
  valueOf: ValueOf,
  id: string,
  { at, dashboard }: { at: Date; dashboard: string },
): Promise<void> {
  const rule = await db.selectFrom('alert_rules').selectAll().where('id', '=', id).executeTakeFirst()
  if (!rule) return
  const metric = AlertMetric.parse(rule.metric)
  const value = await valueOf({ ...rule, metric })
  await db.transaction().execute(async (trx) => {
    const wasRaised = rule.raised_since !== null
    const raised = isRaised(rule, value, wasRaised)
    const settled = await trx
      .updateTable('alert_rules')
      .set({
        checked_at: at,
        last_value: value,
        ...(raised !== wasRaised && { raised_since: raised ? at : null }),
      })
      .where('id', '=', id)
      // Another collector may have looked at it meanwhile.
      .where('checked_at', 'is not distinct from', rule.checked_at)
      .returning('id')
      .executeTakeFirst()
    if (!settled || raised === wasRaised) return
    const letter = alertLetter({ ...rule, metric, value, raised }, dashboard)
    for (const email of await listeners(trx)) {
      await putMail(trx, mailOf(letter, { kind: 'alert', to: email }), at)
    }
  })
}

async function listeners(trx: Kysely<Database>): Promise<string[]> {
  const rows = await trx
    .selectFrom('report_settings')
    .innerJoin('users', 'users.id', 'report_settings.user_id')
    .innerJoin('admin_profiles', 'admin_profiles.user_id', 'users.id')
    .select('users.email')
    .where('alerts', '=', true)
    .orderBy('users.email')
    .execute()
  return rows.map(({ email }) => email)
}
