import type {
  ContactMessage,
  MessageChange,
  MessageFolder,
  MessagePage,
  MessageQuery,
} from '@half-measure/shared/audience/contact-message.ts'
import type { SelectQueryBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { addressPattern, searchPattern, selectPage, withIsoDates } from '../../database/rows.ts'
import type { ClockedDb, Database, Db } from '../../database/schema/database.ts'
import { recordAudit } from '../../identity/audit-log.ts'
import type { Audience } from '../audience.ts'
import { messageIsLetter, messageNotFound } from '../errors.ts'
import { queueMessageEmail } from './message-email.ts'

type Messages<Row> = SelectQueryBuilder<Database, 'contact_messages', Row>

/** A page of a folder, newest first, and the counts of unread messages and spam. */
export async function listMessages(db: Db, query: MessageQuery): Promise<MessagePage> {
  const { folder, q } = query
  const found = inFolder(withReplies(db), folder).$if(q !== undefined, (messages) => {
    const pattern = searchPattern(q ?? '')
    return messages.where((eb) =>
      eb.or([
        eb('email', 'ilike', addressPattern(q ?? '')),
        ...(['name', 'subject', 'message'] as const).map((column) => eb(column, 'ilike', pattern)),
      ]),
    )
  })
  const { page, next } = await selectPage(found, 'created_at', query)
  return { messages: page.map(describe), next, counts: await counts(db) }
}

/** @throws {ApiError} 404 `message_not_found`. */
export async function setMessageStatus(
  { db }: Pick<Audience, 'db'>,
  id: string,
  { status, from }: MessageChange,
): Promise<ContactMessage> {
  await db
    .updateTable('contact_messages')
    .set({ status })
    .where('id', '=', id)
    .$if(from !== undefined, (message) => message.where('status', '=', from ?? status))
    .execute()
  return readMessage(db, id)
}

/**
 * Marks a message as spam, or as none, which emails it to its mailbox if it arrived as spam. Repeating it changes
 * nothing.
 *
 * @param by account of the administrator.
 * @throws {ApiError} 404 `message_not_found`, 409 `message_is_letter`.
 */
export async function setSpam(
  { db, now, outbox, dashboard }: Pick<Audience, 'db' | 'now' | 'outbox' | 'dashboard'>,
  id: string,
  isSpam: boolean,
  by: string,
): Promise<ContactMessage> {
  return db.transaction().execute(async (trx) => {
    const message = await lockMessage(trx, id)
    if (message.is_spam === isSpam) return message
    if (isSpam && message.letter) throw messageIsLetter()
    const changed = await trx
      .updateTable('contact_messages')
      // What is marked by hand was in the inbox, so it has been mailed.
      .set({ is_spam: isSpam, ...(isSpam && { spam_reasons: [] }) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const at = now()
    if (!isSpam && changed.spam_reasons.length > 0)
      await queueMessageEmail(trx, changed, { outbox, dashboard }, at)
    const event = isSpam ? 'message_marked_as_spam' : 'message_released'
    await recordAudit(trx, at, null, { event, details: { by, message_id: id } })
    return readMessage(trx, id)
  })
}

/** @throws {ApiError} 404 `message_not_found`. */
export async function readMessage(db: Db, id: string): Promise<ContactMessage> {
  const message = await withReplies(db).where('id', '=', id).executeTakeFirstOrThrow(messageNotFound)
  return describe(message)
}

/**
 * Reads a message that nobody else changes until the transaction ends.
 *
 * @throws {ApiError} 404 `message_not_found`.
 */
export async function lockMessage(trx: Db, id: string): Promise<ContactMessage> {
  await trx.selectFrom('contact_messages').select('id').where('id', '=', id).forUpdate().execute()
  return readMessage(trx, id)
}

/**
 * @param by account of the administrator.
 * @throws {ApiError} 404 `message_not_found`.
 */
export async function deleteMessage({ db, now }: ClockedDb, id: string, by: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const deleted = await trx.deleteFrom('contact_messages').where('id', '=', id).executeTakeFirst()
    if (deleted.numDeletedRows === 0n) throw messageNotFound()
    await recordAudit(trx, now(), null, { event: 'message_deleted', details: { by, message_id: id } })
  })
}

/** Messages with their replies. */
function withReplies(db: Db) {
  return db
    .selectFrom('contact_messages')
    .selectAll()
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('message_replies')
          .leftJoin('users', 'users.id', 'author_id')
          .select([
            'message_replies.text',
            'users.email as by',
            'message_replies.created_at',
            'message_replies.outcome',
            'message_replies.failure',
          ])
          .whereRef('message_id', '=', 'contact_messages.id')
          .orderBy('message_replies.created_at')
          .orderBy('message_replies.id'),
      ).as('replies'),
    )
}

type MessageRow = Awaited<ReturnType<ReturnType<typeof withReplies>['executeTakeFirstOrThrow']>>

function describe({
  letter_title: title,
  letter_text: text,
  letter_name: name,
  letter_published_at: published,
  replies,
  ...row
}: MessageRow): ContactMessage {
  const isPublished = title !== null && text !== null && name !== null && published !== null
  return {
    ...withIsoDates(row),
    letter: isPublished ? { title, text, name, published_at: published.toISOString() } : null,
    // JSON has no dates: the database writes them as text.
    replies: replies.map((reply) => ({ ...reply, created_at: new Date(reply.created_at).toISOString() })),
  }
}

function inFolder<Row>(query: Messages<Row>, folder: MessageFolder): Messages<Row> {
  switch (folder) {
    case 'all':
      return query
    case 'spam':
      return query.where('is_spam', '=', true)
    case 'inbox':
      return query.where('is_spam', '=', false).where('status', '!=', 'archived')
    case 'unread':
    case 'replied':
    case 'archived':
      return query.where('is_spam', '=', false).where('status', '=', folder)
  }
}

async function counts(db: Db): Promise<MessagePage['counts']> {
  const row = await db
    .selectFrom('contact_messages')
    .select((eb) => [
      eb.fn
        .countAll<string>()
        .filterWhere((eb) => eb.and([eb('is_spam', '=', false), eb('status', '=', 'unread')]))
        .as('unread'),
      eb.fn.countAll<string>().filterWhere('is_spam', '=', true).as('spam'),
    ])
    .executeTakeFirstOrThrow()
  return { unread: Number(row.unread), spam: Number(row.spam) }
}
