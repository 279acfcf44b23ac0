import { AuditQuery } from '@half-measure/shared/auth/audit-entry.ts'
import { Hono } from 'hono'
import { csvFile } from '../platform/http/csv.ts'
import { adminGuards } from '../platform/http/guards.ts'
import { readQuery } from '../platform/http/read-request.ts'
import { exportAuditLog, listAuditLog } from './audit-log.ts'
import type { Identity } from './identity.ts'
import { type AdminEnv, requireAdmin } from './require-admin.ts'

/** `/api/audit`. */
export function auditLogRoutes(identity: Identity): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin(identity), ...adminGuards())
    .get('/', async (c) => c.json(await listAuditLog(identity.db, readQuery(c, AuditQuery))))
    .get('/export.csv', async (c) => {
      const query = readQuery(c, AuditQuery.omit({ limit: true, cursor: true }))
      const { userId } = c.get('principal')
      return csvFile(c, 'audit-log.csv', await exportAuditLog(identity, query, userId))
    })
}
