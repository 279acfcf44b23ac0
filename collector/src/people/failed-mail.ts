import { audit } from '../auth/audit.ts'
import { dropFailedMail, retryFailedMail } from '../mail/failed-mail.ts'
import { reportLetter } from './editions/letter-outcomes.ts'
import type { PeopleContext } from './people-context.ts'
import { mailNotFound } from './people-errors.ts'

/**
 * Tries a mail again that was given up.
 *
 * @param by account of the administrator.
 * @throws {ApiError} 404 `mail_not_found`.
 */
export async function retryMail(
  { db, now, mailer }: Pick<PeopleContext, 'db' | 'now' | 'mailer'>,
  id: string,
  by: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const at = now()
    const kind = await retryFailedMail(trx, id, at, reportLetter)
    if (kind === undefined) throw mailNotFound()
    await audit(trx, at, null, { event: 'mail_retried', details: { by, kind } })
  })
  mailer.wake()
}

/**
 * Forgets a mail that was given up.
 *
 * @param by account of the administrator.
 * @throws {ApiError} 404 `mail_not_found`.
 */
export async function dropMail(
  { db, now }: Pick<PeopleContext, 'db' | 'now'>,
  id: string,
  by: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const kind = await dropFailedMail(trx, id)
    if (kind === undefined) throw mailNotFound()
    await audit(trx, now(), null, { event: 'mail_dropped', details: { by, kind } })
  })
}
