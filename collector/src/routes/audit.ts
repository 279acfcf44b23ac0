import { AuditQuery } from '@half-measure/shared/auth/audit-entry.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Auth } from '../auth/auth.ts'
import { adminGuards } from '../platform/http/guards.ts'
import { csvFile } from '../platform/http/csv.ts'
import { readQuery } from '../platform/http/read-request.ts'
import type { AdminEnv } from '../http/require-admin.ts'

/** The log of security events, for administrators, to be mounted at `/api/audit`. */
export function auditRoutes(
  { auditLog }: Pick<Auth, 'auditLog'>,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards())
    .get('/', async (c) => c.json(await auditLog.read(readQuery(c, AuditQuery))))
    .get('/export.csv', async (c) => {
      const query = readQuery(c, AuditQuery.omit({ limit: true, cursor: true }))
      return csvFile(c, 'audit.csv', await auditLog.export(c.get('principal'), query))
    })
}
