import { AlertDraft } from '@half-measure/shared/reports/alert-rule.ts'
import { type ReportSettings, ReportSettingsChange } from '@half-measure/shared/reports/report-settings.ts'
import type { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Db } from '../database/schema/database.ts'
import type { AttemptLimits } from '../identity/attempt-limits.ts'
import type { AdminEnv } from '../identity/require-admin.ts'
import { adminGuards } from '../platform/http/guards.ts'
import { readBody, readId } from '../platform/http/read-request.ts'
import { alertNotFound, changeAlert, createAlert, deleteAlert, listAlerts } from './alerts/alert-rules.ts'
import { testAlert } from './alerts/test-alert.ts'
import type { ReportOptions } from './schedule-reports.ts'

type ReportRouteOptions = Pick<ReportOptions, 'db' | 'outbox' | 'dashboard'> & {
  readonly now: () => Date
  readonly limits: AttemptLimits
}

type ReportRouteSources = Pick<ReportOptions, 'runStatsQuery' | 'delivery' | 'titles' | 'webhooks'>

/** `/api/reports`: alerts, and which emails an administrator wants. */
export function reportRoutes(
  { db, now, limits, outbox, dashboard }: ReportRouteOptions,
  { runStatsQuery, delivery, titles, webhooks }: ReportRouteSources,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  const changeBy = (by: string) => ({ by, at: now(), outbox, dashboard, titles, webhooks })
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards())
    .get('/settings', async (c) => c.json(await readSettings(db, c.get('principal').userId)))
    .patch('/settings', async (c) => {
      const change = await readBody(c, ReportSettingsChange)
      return c.json(await changeSettings(db, c.get('principal').userId, change))
    })
    .get('/alerts', async (c) =>
      c.json({ rules: await listAlerts(db), webhooks: webhooks.map(({ kind }) => kind) }),
    )
    .post('/alerts', async (c) => {
      const draft = await readBody(c, AlertDraft)
      return c.json(await createAlert(db, draft, { by: c.get('principal').userId, at: now() }), 201)
    })
    .post('/alerts/:id/test', async (c) => {
      const { signal } = c.req.raw
      const sources = {
        runStatsQuery: (query: StatsQuery, minSessions?: number) => runStatsQuery(query, signal, minSessions),
        delivery,
      }
      const { email: to, userId: by } = c.get('principal')
      const options = { by, to, at: now(), limits, outbox, dashboard, titles, webhooks, signal }
      return c.json(await testAlert(db, sources, readId(c, alertNotFound), options))
    })
    .put('/alerts/:id', async (c) => {
      const draft = await readBody(c, AlertDraft)
      return c.json(
        await changeAlert(db, readId(c, alertNotFound), draft, changeBy(c.get('principal').userId)),
      )
    })
    .delete('/alerts/:id', async (c) => {
      await deleteAlert(db, readId(c, alertNotFound), changeBy(c.get('principal').userId))
      return c.body(null, 204)
    })
}

async function readSettings(db: Db, userId: string): Promise<ReportSettings> {
  const row = await db
    .selectFrom('report_settings')
    .select(['weekly', 'alerts'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? { weekly: false, alerts: false }
}

async function changeSettings(db: Db, userId: string, change: ReportSettingsChange): Promise<ReportSettings> {
  if (Object.keys(change).length > 0) {
    await db
      .insertInto('report_settings')
      .values({ user_id: userId, ...change })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
      .execute()
  }
  return readSettings(db, userId)
}
