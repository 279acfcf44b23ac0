import { randomUUID } from 'node:crypto'
import type { AlertTest } from '@half-measure/shared/reports/alert-rule.ts'
import type { Db } from '../../database/schema/database.ts'
import { renderEmail } from '../../email/email.ts'
import type { Outbox } from '../../email/outbox.ts'
import { alertEmail } from './alert-email.ts'
import { alertNotice } from './alert-notice.ts'
import { alertNotFound, describeAlert } from './alert-rules.ts'
import { isRaised } from './check-alerts.ts'
import { measureAlert, type MetricSources } from './measure-alert.ts'
import { entriesOf, postBody, postTo, type Webhooks } from './webhooks.ts'

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
  const { value } = measured
  const met = value === null ? null : isRaised(rule, value, row.raised_since !== null)
  const notice = alertNotice('test', rule, measured, { at, dashboard })
  const found = `${notice.found} ${VERDICTS[String(met) as keyof typeof VERDICTS]}`
  const said = { ...notice, found }
  await outbox.queue(db, renderEmail(alertEmail(said, dashboard), { kind: 'alert', to }), at)
  const posted = entriesOf(webhooks).map(async ([kind, url]) => {
    const body = JSON.stringify(postBody(kind, said, randomUUID()))
    return { kind, failure: await postTo(url, body, signal) }
  })
  return { met, value, sent_to: to, webhooks: await Promise.all(posted) }
}

const VERDICTS = {
  true: 'The alert is met.',
  false: 'The alert is not met.',
  null: 'Whether the alert is met cannot be told.',
} as const
