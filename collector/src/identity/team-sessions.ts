import type { AdminSessions } from '@half-measure/shared/auth/admin.ts'
import { recordAudit } from './audit-log.ts'
import type { Principal } from './authenticate.ts'
import { adminNotFound, noSuchSession } from './errors.ts'
import { endSession, listSessions } from './sessions.ts'
import { isAdmin } from './users.ts'
import type { ClockedDb } from '../database/schema/database.ts'

/** Where administrators are signed in, for owners to see and end. */

/** @throws {ApiError} 404 `admin_not_found`. */
export async function listAdminSessions({ db, now }: ClockedDb, id: string): Promise<AdminSessions> {
  if (!(await isAdmin(db, id))) throw adminNotFound()
  return listSessions({ db, now }, id)
}

/**
 * Ends a session of an administrator, from the next request on.
 *
 * @throws {ApiError} 404 `admin_not_found` or `session_not_found`.
 */
export async function endAdminSession(
  { db, now }: ClockedDb,
  { userId: by }: Principal,
  id: string,
  sessionId: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await isAdmin(trx, id))) throw adminNotFound()
    const at = now()
    if (!(await endSession(trx, sessionId, 'administrator', at, id))) throw noSuchSession()
    await recordAudit(trx, at, id, { event: 'session_ended', details: { by, session_id: sessionId } })
  })
}
