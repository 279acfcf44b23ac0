import type { Db } from '../../database/schema/database.ts'
import type { Email } from '../email.ts'
import { createOutbox, type OutboxEmail } from '../outbox.ts'

/** The outbox of tests: every part of one test seals and opens with the same key. */
export const testOutbox = createOutbox(Buffer.alloc(32, 'outbox'))

export const queueEmail = (trx: Db, email: Email, at: Date): Promise<string> =>
  testOutbox.queue(trx, email, at)

/** The emails that wait, opened, oldest first. */
export async function waitingEmails(db: Db): Promise<OutboxEmail[]> {
  const rows = await db.selectFrom('outbox').selectAll().orderBy('created_at').orderBy('id').execute()
  return rows.map((row) => testOutbox.open(row))
}
