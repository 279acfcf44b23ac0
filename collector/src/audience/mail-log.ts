import { FailedMailQuery } from '@half-measure/shared/audience/failed-mail.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { deleteFailedEmail, listFailedEmail, retryFailedEmail } from '../email/failed-email.ts'
import { hasExpiredLink } from '../identity/account-emails.ts'
import { recordAudit } from '../identity/audit-log.ts'
import type { AdminEnv } from '../identity/require-admin.ts'
import { adminGuards } from '../platform/http/guards.ts'
import { readId, readQuery } from '../platform/http/read-request.ts'
import { assertNotSuperseded } from './contact/reply-outcome.ts'
import { emailLinkExpired, emailNotFound } from './errors.ts'
import { lockIssueOf } from './issues/send-issue.ts'
import { recordEmailOutcome } from './email-outcomes.ts'
import type { ClockedDb } from '../database/schema/database.ts'

/** `/api/mails`: emails whose delivery was given up, for administrators. */
export function mailLogRoutes(
  audience: ClockedDb,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards())
    .get('/', async (c) => c.json(await listFailedEmail(audience.db, readQuery(c, FailedMailQuery))))
    .post('/:id/retry', async (c) => {
      await retryEmail(audience, readId(c, emailNotFound), c.get('principal').userId)
      return c.body(null, 204)
    })
    .delete('/:id', async (c) => {
      await deleteEmail(audience, readId(c, emailNotFound), c.get('principal').userId)
      return c.body(null, 204)
    })
}

/**
 * Restarts the attempts of an email.
 *
 * @param by account of the administrator.
 * @throws {ApiError} 404 `email_not_found`; 409 `email_link_expired` or `reply_superseded`.
 */
export async function retryEmail({ db, now }: ClockedDb, id: string, by: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const at = now()
    // Locks the issue before its email, and a reply's email before its message, in the order of everybody else.
    await lockIssueOf(trx, id)
    const email = await retryFailedEmail(trx, id, at, recordEmailOutcome)
    if (email === undefined) throw emailNotFound()
    if (hasExpiredLink(email, at)) throw emailLinkExpired()
    await assertNotSuperseded(trx, id)
    await recordAudit(trx, at, null, { event: 'email_retried', details: { by, kind: email.kind } })
  })
}

/**
 * @param by account of the administrator.
 * @throws {ApiError} 404 `email_not_found`.
 */
export async function deleteEmail({ db, now }: ClockedDb, id: string, by: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const kind = await deleteFailedEmail(trx, id)
    if (kind === undefined) throw emailNotFound()
    await recordAudit(trx, now(), null, { event: 'email_deleted', details: { by, kind } })
  })
}
