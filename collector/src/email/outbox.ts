import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '@half-measure/shared/durations.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../database/schema/database.ts'
import type { OutboxTable } from '../database/schema/email-tables.ts'
import { loadSecretKey } from '../platform/key-file.ts'
import { createSealing } from '../platform/sealing.ts'
import type { Email } from './email.ts'

/*
 * Emails wait in a table, so that each is written in the same transaction as the change it reports: both happen or
 * neither.
 *
 * 1. An email is delivered or its row exists: its row is deleted after delivery.
 * 2. Only one of several collectors attempts an email: an attempt begins by moving `due_at` beyond the longest attempt.
 * 3. A crash between delivery and deletion repeats the delivery under the same id. A file of that id is overwritten;
 *    a mail server gets the same Message-ID, by which mailboxes recognise the duplicate.
 * 4. Contents are encrypted with `keys/outbox.key`, because their links open accounts and subscriptions. The database and
 *    its write-ahead log otherwise contain only hashes of the links' tokens.
 */

type OutboxRow = Selectable<OutboxTable>

/** The encrypted part. */
type Content = Pick<Email, 'html' | 'text'> & { readonly headers: Readonly<Record<string, string>> }

export type OutboxEmail = Omit<OutboxRow, 'content'> & Content

/** Queues emails, and decrypts them for delivery. */
export interface Outbox {
  /** In the same transaction as the change it reports; the mailer sends it within a second. @returns its id. */
  queue(trx: Db, email: Email, at: Date): Promise<string>
  /** Of an email that waits or failed. @throws {OutboxKeyError} */
  changeHtml(trx: Db, row: OutboxRow, change: (html: string) => string): Promise<void>
  /** @throws {OutboxKeyError} with a different key. */
  open(row: OutboxRow): OutboxEmail
}

export class OutboxKeyError extends Error {
  override name = 'OutboxKeyError'
  readonly code = 'outbox_key_wrong'

  constructor(cause: unknown) {
    super(
      'The email cannot be decrypted with the key file outbox.key. Restore the file that belongs to the database.',
      { cause },
    )
  }
}

/** The key is created at the first start. @throws {KeyFileError} */
export async function loadOutbox(keysDir: string): Promise<Outbox> {
  return createOutbox(await loadSecretKey(keysDir, 'outbox.key', 'emails that wait cannot be delivered'))
}

/** @param key 32 bytes. */
export function createOutbox(key: Buffer): Outbox {
  const sealing = createSealing(key)
  const seal = (content: Content, id: string) => sealing.seal(Buffer.from(JSON.stringify(content)), id)
  const outbox: Outbox = {
    async queue(trx, { kind, about, to, replyTo, subject, html, text, headers = {} }, at) {
      const id = randomUUID()
      await trx
        .insertInto('outbox')
        .values({
          id,
          kind,
          about: (about ?? to).trim().toLowerCase(),
          recipient: to,
          reply_to: replyTo ?? null,
          subject,
          content: seal({ html, text, headers }, id),
          created_at: at,
          due_at: at,
        })
        .execute()
      return id
    },

    async changeHtml(trx, row, change) {
      const { id, html, text, headers } = outbox.open(row)
      await trx
        .updateTable('outbox')
        .set({ content: seal({ html: change(html), text, headers }, id) })
        .where('id', '=', id)
        .execute()
    },

    open({ content, ...email }) {
      try {
        return { ...email, ...(JSON.parse(sealing.open(content, email.id).toString()) as Content) }
      } catch (error) {
        throw new OutboxKeyError(error)
      }
    },
  }
  return outbox
}

/** Longer than any attempt, milliseconds. After it, an email whose attempt crashed is attempted again. */
export const ATTEMPT_MS = 12 * MINUTE_MS

/**
 * Receives the outcome of an email, in the transaction that stores it. `waiting`: it had failed, and an administrator
 * retries it.
 */
export type OutcomeListener = (
  trx: Db,
  email: Pick<OutboxEmail, 'id' | 'kind'>,
  outcome: 'waiting' | 'delivered' | 'failed',
) => Promise<void>

/**
 * Emails to owners of accounts, who wait for a link or must hear of a change. They go first, because strangers can fill
 * the outbox with others.
 */
export const ACCOUNT_EMAILS = ['password-recovery', 'invitation', 'email-change', 'account-changed'] as const
export type AccountEmailKind = (typeof ACCOUNT_EMAILS)[number]

/** Claims an email for one attempt, if any is due: those about accounts first, then the one that has been due longest. */
export function claimEmail(db: Db, at: Date): Promise<OutboxRow | undefined> {
  return db
    .updateTable('outbox')
    .set((eb) => ({ due_at: new Date(at.getTime() + ATTEMPT_MS), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('failed_at', 'is', null)
        .where('is_paused', '=', false)
        .where('due_at', '<=', at)
        .orderBy((of) => of('kind', 'in', ACCOUNT_EMAILS), 'desc')
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

type Attempt = Pick<OutboxRow, 'id' | 'kind' | 'attempts'>

/** Deletes a delivered email. */
export async function completeEmail(db: Db, email: Attempt, onOutcome: OutcomeListener): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('outbox').where('id', '=', email.id).execute()
    await onOutcome(trx, email, 'delivered')
  })
}

/** Schedules the next attempt, unless another has begun meanwhile. */
export async function postponeEmail(db: Db, email: Attempt, until: Date, reason: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ due_at: until, last_error: reason })
    .where('id', '=', email.id)
    .where('attempts', '=', email.attempts)
    .execute()
}

/** Takes back an attempt that never reached the email, unless another has begun meanwhile. */
export async function releaseEmail(db: Db, email: Attempt, until: Date, reason: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ due_at: until, last_error: reason, attempts: email.attempts - 1 })
    .where('id', '=', email.id)
    .where('attempts', '=', email.attempts)
    .execute()
}

/** Fails an email until an administrator retries it, unless another attempt has begun meanwhile. */
export async function failEmail(
  db: Db,
  email: Attempt,
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
