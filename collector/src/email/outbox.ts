import type { Selectable } from 'kysely'
import type { Db } from '../database/schema/database.ts'
import type { OutboxTable } from '../database/schema/email-tables.ts'
import type { Email } from './email.ts'

/*
 * Email waits in a table, so that it is written in the transaction of what it reports: both happen or neither.
 *
 * 1. An email is delivered or its row exists: delivery comes first, deletion second.
 * 2. One of several collectors attempts an email: an attempt begins by moving `due_at` beyond the longest attempt.
 * 3. A crash between delivery and deletion repeats the delivery under the same id. A file of that id is overwritten;
 *    a mail server gets the same Message-ID, by which mailboxes recognise the duplicate.
 */

export type OutboxEmail = Selectable<OutboxTable>

/** Longest attempt. An email whose attempt crashed is attempted again after it. Milliseconds. */
export const ATTEMPT_MS = 2 * 60_000

/**
 * Receives the outcome of an email, in the transaction that stores it. `waiting`: given up before, and retried by an
 * administrator.
 */
export type OutcomeListener = (
  trx: Db,
  email: Pick<OutboxEmail, 'id' | 'kind'>,
  outcome: 'waiting' | 'delivered' | 'failed',
) => Promise<void>

/** Queues an email, within the transaction of what it is about; the mailer finds it within a second. @returns its id. */
export async function queueEmail(trx: Db, email: Email, at: Date): Promise<string> {
  const { id } = await trx
    .insertInto('outbox')
    .values({
      kind: email.kind,
      about: (email.about ?? email.to).trim().toLowerCase(),
      recipient: email.to,
      reply_to: email.replyTo ?? null,
      subject: email.subject,
      html: email.html,
      text: email.text,
      headers: JSON.stringify(email.headers ?? {}),
      created_at: at,
      due_at: at,
      failed_at: null,
      last_error: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Claims the email that has been due longest, if any, for an attempt of `ATTEMPT_MS` at most. */
export function claimEmail(db: Db, at: Date): Promise<OutboxEmail | undefined> {
  return db
    .updateTable('outbox')
    .set((eb) => ({ due_at: new Date(at.getTime() + ATTEMPT_MS), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('failed_at', 'is', null)
        .where('held', '=', false)
        .where('due_at', '<=', at)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a delivered email. */
export async function completeEmail(db: Db, email: OutboxEmail, onOutcome: OutcomeListener): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('outbox').where('id', '=', email.id).execute()
    await onOutcome(trx, email, 'delivered')
  })
}

/** Schedules the next attempt; nothing happens where another attempt began meanwhile. */
export async function postponeEmail(db: Db, email: OutboxEmail, until: Date, reason: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ due_at: until, last_error: reason })
    .where('id', '=', email.id)
    .where('attempts', '=', email.attempts)
    .execute()
}

/** Ends the attempts until an administrator retries; nothing happens where another attempt began meanwhile. */
export async function failEmail(
  db: Db,
  email: OutboxEmail,
  { at, reason }: { at: Date; reason: string },
  onOutcome: OutcomeListener,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('outbox')
      .set({ failed_at: at, last_error: reason })
      .where('id', '=', email.id)
      .where('attempts', '=', email.attempts)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await onOutcome(trx, email, 'failed')
  })
}
