import type { FailedMailPage, FailedMailQuery } from '@half-measure/shared/audience/failed-mail.ts'
import { countRows, selectPage, withIsoDates } from '../database/rows.ts'
import type { Db } from '../database/schema/database.ts'
import { ACCOUNT_EMAILS, type OutboxEmail, type OutcomeListener } from './outbox.ts'

/**
 * Emails that failed for good, newest first, and the number still waiting. Omits their text, which may contain links that
 * open accounts.
 */
export async function listFailedEmail(db: Db, query: FailedMailQuery): Promise<FailedMailPage> {
  const failed = db
    .selectFrom('outbox')
    .select(['id', 'kind', 'recipient', 'subject', 'created_at', 'attempts', 'last_error'])
    .select((eb) => eb.ref('failed_at').$notNull().as('failed_at'))
    .where('failed_at', 'is not', null)
  const { page, next } = await selectPage(failed, 'failed_at', query)
  return {
    mails: page.map(({ last_error, ...email }) => ({ ...withIsoDates(email), reason: last_error ?? '' })),
    next,
    waiting: await countRows(db.selectFrom('outbox').where('failed_at', 'is', null)),
  }
}

/**
 * Restarts the attempts. An email of an issue may have failed while a pause held it: the pause is over by now, unless the
 * listener holds the email again. An email about an account keeps its date, from which its link's lifetime counts.
 *
 * @returns undefined if no failed email has the id.
 */
export async function retryFailedEmail(
  trx: Db,
  id: string,
  at: Date,
  onOutcome: OutcomeListener,
): Promise<Pick<OutboxEmail, 'kind' | 'created_at'> | undefined> {
  const email = await trx
    .updateTable('outbox')
    .set((eb) => ({
      failed_at: null,
      is_paused: false,
      due_at: at,
      attempts: 0,
      created_at: eb.case().when('kind', 'in', ACCOUNT_EMAILS).then(eb.ref('created_at')).else(at).end(),
    }))
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .returning(['id', 'kind', 'created_at'])
    .executeTakeFirst()
  if (email) await onOutcome(trx, email, 'waiting')
  return email
}

/** @returns its kind; undefined if no failed email has the id. */
export async function deleteFailedEmail(trx: Db, id: string): Promise<string | undefined> {
  const email = await trx
    .deleteFrom('outbox')
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .returning('kind')
    .executeTakeFirst()
  return email?.kind
}
