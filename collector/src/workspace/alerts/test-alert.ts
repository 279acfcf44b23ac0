import { randomUUID } from 'node:crypto'
import type { AlertTest } from '@half-measure/shared/reports/alert-rule.ts'
import type { Db } from '../../database/schema/database.ts'
import { renderEmail } from '../../email/email.ts'
import { assertAllowed, type AttemptLimits } from '../../identity/attempt-limits.ts'
import { recordAudit } from '../../identity/audit-log.ts'
import { alertEmail } from './alert-email.ts'
import { alertNotice } from './alert-notice.ts'
import { alertNotFound, describeAlert } from './alert-rules.ts'
import { measureAlert, type MetricSources } from './measure-alert.ts'
import type { NoticeContext } from './notice.ts'
import type { NoticeChannels } from './send-notice.ts'
import { webhookBody } from './webhook-body.ts'
import { postTo } from './webhooks.ts'

interface TestOptions extends NoticeContext, NoticeChannels {
  /** Account of the administrator who requested it. */
  readonly by: string
  readonly to: string
  readonly limits: Pick<AttemptLimits, 'attempt' | 'forSubject'>
  readonly signal: AbortSignal
}

/**
 * Checks a rule without changing its state, and sends the result to `to` and the webhooks.
 *
 * @throws {ApiError} 404 `alert_not_found`, 429 `over_request_rate_limit`.
 */
export async function testAlert(
  db: Db,
  sources: MetricSources,
  id: string,
  { by, to, at, limits, outbox, dashboard, titles, webhooks, signal }: TestOptions,
): Promise<AlertTest> {
  const row = await db
    .selectFrom('alert_rules')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(alertNotFound)
  // Before the query too, which may take seconds.
  await db
    .transaction()
    .execute(async (trx) => assertAllowed(await limits.attempt(trx, [limits.forSubject('alert_test', by)])))
  const rule = describeAlert(row)
  const measured = await measureAlert(sources, rule, at)
  const notice = alertNotice('test', rule, measured, { at, dashboard, titles })
  await db.transaction().execute(async (trx) => {
    await outbox.queue(trx, renderEmail(alertEmail(notice, dashboard), { kind: 'alert', to }), at)
    await recordAudit(trx, at, null, { event: 'alert_tested', details: { by, metric: rule.metric } })
  })
  const posted = webhooks.map(async ({ kind, url }) => {
    const body = JSON.stringify(webhookBody(kind, notice, randomUUID()))
    return { kind, failure: await postTo(url, body, signal) }
  })
  return { met: notice.met, value: measured.value, sent_to: to, webhooks: await Promise.all(posted) }
}
