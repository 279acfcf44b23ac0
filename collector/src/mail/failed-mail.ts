import type { FailedMailPage, FailedMailQuery } from '@half-measure/shared/people/failed-mail.ts'
import type { Kysely } from 'kysely'
import { readCursor, takePage, isAfter } from '../database/pagination.ts'
import type { Database } from '../database/schema/database.ts'
import type { MailReport } from './outbox.ts'

/** Mail that was given up, newest failure first, and how much still waits. What it says is not shown: it may open doors. */
export async function listFailedMail(
  db: Kysely<Database>,
  { cursor, limit }: FailedMailQuery,
): Promise<FailedMailPage> {
  const place = readCursor(cursor, 'uuid')
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'recipient', 'subject', 'created_at', 'attempts', 'last_error'])
    .select((eb) => eb.ref('failed_at').$notNull().as('failed_at'))
    .where('failed_at', 'is not', null)
    .where(isAfter(place, 'failed_at'))
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { page, next } = takePage(rows, limit, (row) => row.failed_at)
  return {
    mails: page.map(({ created_at, failed_at, last_error, ...mail }) => ({
      ...mail,
      reason: last_error ?? '',
      created_at: created_at.toISOString(),
      failed_at: failed_at.toISOString(),
    })),
    next,
    waiting: await countWaiting(db),
  }
}

/** Has a mail that was given up tried from the beginning. @returns its kind; undefined where there is no such mail. */
export async function retryFailedMail(
  trx: Kysely<Database>,
  id: string,
  at: Date,
  report: MailReport,
): Promise<string | undefined> {
  const mail = await trx
    .updateTable('outbox')
    .set({ failed_at: null, due_at: at, attempts: 0, created_at: at })
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .returning(['id', 'kind'])
    .executeTakeFirst()
  if (mail) await report(trx, mail, 'waiting')
  return mail?.kind
}

/** Forgets a mail that was given up. @returns its kind; undefined where there is no such mail. */
export async function dropFailedMail(trx: Kysely<Database>, id: string): Promise<string | undefined> {
  const mail = await trx
    .deleteFrom('outbox')
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .returning('kind')
    .executeTakeFirst()
  return mail?.kind
}

async function countWaiting(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
