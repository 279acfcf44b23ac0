import { AlertDraft } from '@half-measure/shared/reports/alert-rule.ts'
import { ReportSettingsChange } from '@half-measure/shared/reports/report-settings.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Kysely } from 'kysely'
import { adminGuards } from '../platform/http/guards.ts'
import { readBody, readId } from '../platform/http/read-request.ts'
import type { AdminEnv } from '../http/require-admin.ts'
import type { Database } from '../database/schema/database.ts'
import {
  alertNotFound,
  changeSettings,
  deleteAlert,
  listAlerts,
  makeAlert,
  readSettings,
} from '../reports/report-settings.ts'

/** What is told by mail, for administrators, to be mounted at `/api/reports`. */
export function reportRoutes(
  db: Kysely<Database>,
  requireAdmin: MiddlewareHandler<AdminEnv>,
  now = () => new Date(),
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards())
    .get('/settings', async (c) => c.json(await readSettings(db, c.get('principal').userId)))
    .patch('/settings', async (c) => {
      const change = await readBody(c, ReportSettingsChange)
      return c.json(await changeSettings(db, c.get('principal').userId, change))
    })
    .get('/alerts', async (c) => c.json({ rules: await listAlerts(db) }))
    .post('/alerts', async (c) => {
      const draft = await readBody(c, AlertDraft)
      return c.json(await makeAlert(db, draft, { by: c.get('principal').userId, at: now() }), 201)
    })
    .delete('/alerts/:id', async (c) => {
      await deleteAlert(db, readId(c, alertNotFound))
      return c.body(null, 204)
    })
}
