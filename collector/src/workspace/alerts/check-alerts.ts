import {
  type AlertDraft,
  AlertMetric,
  type AlertRule,
  type DeliveryMetric,
} from '@half-measure/shared/reports/alert-rule.ts'
import { publication } from '@half-measure/shared/publication.ts'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { Db } from '../../database/schema/database.ts'
import { renderEmail } from '../../email/email.ts'
import type { Outbox } from '../../email/outbox.ts'
import { alertEmail } from './alert-email.ts'

/** How far a value has to return past its threshold before the alert ends, as a part of it. */
const MARGIN = 0.1

/** Where values come from. */
export interface MetricSources {
  readonly runQuery: (query: StatsQuery) => Promise<StatsResult>
  readonly delivery: () => Promise<Delivery>
}

/**
 * Checks every rule that was last checked before `before`, and emails those that changed state.
 *
 * @throws {AggregateError} of the failures of single rules, after all were checked.
 */
export async function checkAlerts(
  db: Db,
  sources: MetricSources,
  { at, before, outbox, dashboard }: { at: Date; before: Date; outbox: Outbox; dashboard: string },
): Promise<void> {
  const due = await db
    .selectFrom('alert_rules')
    .select('id')
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', before)]))
    .execute()
  const failures: unknown[] = []
  for (const { id } of due) {
    // A rule that fails must not keep the others from being checked.
    await checkAlert(db, sources, id, { at, outbox, dashboard }).catch((error: unknown) =>
      failures.push(error),
    )
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} alerts could not be checked`)
}

/** A rule's state changes in one transaction with its emails, and in one collector, so each change is emailed once. */
async function checkAlert(
  db: Db,
  sources: MetricSources,
  id: string,
  { at, outbox, dashboard }: { at: Date; outbox: Outbox; dashboard: string },
): Promise<void> {
  const rule = await db.selectFrom('alert_rules').selectAll().where('id', '=', id).executeTakeFirst()
  if (!rule) return
  const metric = AlertMetric.parse(rule.metric)
  const value = await valueOf(sources, { ...rule, metric }, at)
  await db.transaction().execute(async (trx) => {
    const wasRaised = rule.raised_since !== null
    const raised = isRaised(rule, value, wasRaised)
    const updated = await trx
      .updateTable('alert_rules')
      .set({
        checked_at: at,
        last_value: value,
        ...(raised !== wasRaised && { raised_since: raised ? at : null }),
      })
      .where('id', '=', id)
      // Another collector may have checked it meanwhile.
      .where('checked_at', 'is not distinct from', rule.checked_at)
      .returning('id')
      .executeTakeFirst()
    if (!updated || raised === wasRaised) return
    const content = alertEmail({ ...rule, metric, value, raised }, dashboard)
    for (const to of await recipients(trx)) {
      await outbox.queue(trx, renderEmail(content, { kind: 'alert', to }), at)
    }
  })
}

/** The rule's metric over its window; null where the denominator is zero. */
async function valueOf(
  { runQuery, delivery }: MetricSources,
  { metric, window_minutes }: Pick<AlertRule, 'metric' | 'window_minutes'>,
  now: Date,
): Promise<number | null> {
  const known = Metric.safeParse(metric)
  if (!known.success) return (await delivery())[metric as DeliveryMetric]
  const from = new Date(now.getTime() - window_minutes * 60_000).toISOString()
  const { totals } = await runQuery(
    StatsQuery.parse({
      range: { from, to: now.toISOString(), tz: publication.timeZone },
      metrics: [known.data],
    }),
  )
  return totals.figures[known.data] ?? null
}

/**
 * Whether the alert is raised. A value that fluctuates around its threshold raises it once: it ends after a return by
 * a margin. An unknown value changes nothing.
 *
 * @param value null where the denominator is zero.
 */
export function isRaised(
  { comparison, threshold }: Pick<AlertDraft, 'comparison' | 'threshold'>,
  value: number | null,
  wasRaised: boolean,
): boolean {
  if (value === null) return wasRaised
  const margin = wasRaised ? threshold * MARGIN : 0
  return comparison === 'above' ? value > threshold - margin : value < threshold + margin
}

async function recipients(trx: Db): Promise<string[]> {
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
