import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../database/schema/database.ts'
import type { OutboxTable } from '../database/schema/email-tables.ts'
import type { Mail } from './mail.ts'

/*
 * Mail waits in a table, so that it is written in the transaction of what it reports: both happen or neither.
 *
 * 1. A mail is delivered or its row is there: the row goes after the delivery.
 * 2. Of several collectors one attempts a mail: an attempt begins by moving `due_at` beyond its own longest time.
 * 3. A crash between delivery and deletion repeats the delivery under the same id. A file of that id is the same
 *    file; a mail server gets the same Message-ID, by which mailboxes know a repetition.
 */

export type WaitingMail = Selectable<OutboxTable>

/** How long an attempt may take. A mail whose attempt died is attempted again after it. Milliseconds. */
export const ATTEMPT_MS = 2 * 60_000

/**
 * Hears of a mail's fate in the transaction that decides it, for whoever keeps an account of letters. `waiting` is
 * one that failed and is tried anew.
 */
export type MailReport = (
  trx: Kysely<Database>,
  mail: Pick<WaitingMail, 'id' | 'kind'>,
  outcome: 'waiting' | 'delivered' | 'failed',
) => Promise<void>

/** Writes a mail down; to be called in the transaction of what it is about. @returns its id. */
export async function putMail(trx: Kysely<Database>, mail: Mail, at: Date): Promise<string> {
  const { id } = await trx
    .insertInto('outbox')
    .values({
      kind: mail.kind,
      about: (mail.about ?? mail.to).trim().toLowerCase(),
      recipient: mail.to,
      reply_to: mail.replyTo ?? null,
      subject: mail.subject,
      html: mail.html,
      plain: mail.text,
      headers: JSON.stringify(mail.headers ?? {}),
      created_at: at,
      due_at: at,
      failed_at: null,
      last_error: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Takes the mail that has been due for longest, if any, for an attempt of `ATTEMPT_MS` at most. */
export function claimMail(db: Kysely<Database>, at: Date): Promise<WaitingMail | undefined> {
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

/** A mail is in other hands: its row goes. */
export async function mailDelivered(
  db: Kysely<Database>,
  mail: WaitingMail,
  report: MailReport,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('outbox').where('id', '=', mail.id).execute()
    await report(trx, mail, 'delivered')
  })
}

/** Puts a mail off. Nothing happens where another attempt began meanwhile. */
export async function postponeMail(
  db: Kysely<Database>,
  mail: WaitingMail,
  until: Date,
  reason: string,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ due_at: until, last_error: reason })
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .execute()
}

/** Tries a mail no more; a person may. Nothing happens where another attempt began meanwhile. */
export async function giveUpMail(
  db: Kysely<Database>,
  mail: WaitingMail,
  at: Date,
  reason: string,
  report: MailReport,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('outbox')
      .set({ failed_at: at, last_error: reason })
      .where('id', '=', mail.id)
      .where('attempts', '=', mail.attempts)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await report(trx, mail, 'failed')
  })
}
