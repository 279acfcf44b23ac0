import type { AlertTest } from '@half-measure/shared/reports/alert-rule.ts'
import type { Db } from '../../database/schema/database.ts'
import { renderEmail } from '../../email/email.ts'
import type { Outbox } from '../../email/outbox.ts'
import { alertEmail } from './alert-email.ts'
import { alertNotice } from './alert-notice.ts'
import { alertNotFound, describeAlert } from './alert-rules.ts'
import { isRaised } from './check-alerts.ts'
import { measureAlert, type MetricSources } from './measure-alert.ts'
import { kindsOf, postBody, postTo, type Webhooks } from './webhooks.ts'

interface TestOptions {
  readonly to: string
  readonly at: Date
  readonly outbox: Outbox
  readonly dashboard: string
  readonly webhooks: Webhooks
  readonly signal: AbortSignal
}

/**
 * Mails `to` what a rule finds now, met or not, and posts it to the webhooks. Its state stays as it is.
 *
 * @throws {ApiError} 404 `alert_not_found`.
 */
export async function testAlert(
  db: Db,
  sources: MetricSources,
  id: string,
  { to, at, outbox, dashboard, webhooks, signal }: TestOptions,
): Promise<AlertTest> {
  const row = await db.selectFrom('alert_rules').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw alertNotFound()
  const rule = describeAlert(row)
  const measured = await measureAlert(sources, rule, at)
  const notice = alertNotice('test', rule, measured, dashboard)
  await outbox.queue(db, renderEmail(alertEmail(notice, dashboard), { kind: 'alert', to }), at)
  const posted = kindsOf(webhooks).map(async (kind) => {
    const body = JSON.stringify(postBody(kind, notice, crypto.randomUUID(), at))
    return { kind, failure: await postTo(webhooks[kind] ?? '', body, signal) }
  })
  const { value } = measured
  return { met: isRaised(rule, value, false), value, sent_to: to, webhooks: await Promise.all(posted) }
}
