import type { ContactMessage, MessageStatus } from '@half-measure/shared/people/contact-message.ts'
import { audit } from '../../auth/audit.ts'
import { putMessageMail } from '../contact/message-mail.ts'
import type { PeopleContext } from '../people-context.ts'
import { messageNotFound } from '../people-errors.ts'
import { describeMessage } from './list-messages.ts'

/** @throws {ApiError} 404 `message_not_found`. */
export async function setMessageStatus(
  { db }: Pick<PeopleContext, 'db'>,
  id: string,
  status: MessageStatus,
): Promise<ContactMessage> {
  const changed = await db
    .updateTable('contact_messages')
    .set({ status })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!changed) throw messageNotFound()
  return describeMessage(changed)
}

/**
 * Says that a held message is no spam: it joins the others, and its mailbox is told. Said again it changes nothing.
 *
 * @param by account of the administrator who says so.
 * @throws {ApiError} 404 `message_not_found`.
 */
export async function releaseMessage(
  context: PeopleContext,
  id: string,
  by: string,
): Promise<ContactMessage> {
  const { db, now, origins, mailer } = context
  const message = await db.transaction().execute(async (trx) => {
    const released = await trx
      .updateTable('contact_messages')
      .set({ held: false })
      .where('id', '=', id)
      .where('held', '=', true)
      .returningAll()
      .executeTakeFirst()
    if (!released) {
      return trx.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst()
    }
    const at = now()
    await putMessageMail(trx, released, origins.dashboard, at)
    await audit(trx, at, null, { event: 'message_released', details: { by, message_id: id } })
    return released
  })
  if (!message) throw messageNotFound()
  mailer.wake()
  return describeMessage(message)
}

/**
 * @param by account of the administrator who deletes it.
 * @throws {ApiError} 404 `message_not_found`.
 */
export async function deleteMessage(
  { db, now }: Pick<PeopleContext, 'db' | 'now'>,
  id: string,
  by: string,
): Promise<void> {
  const found = await db.transaction().execute(async (trx) => {
    const deleted = await trx.deleteFrom('contact_messages').where('id', '=', id).executeTakeFirst()
    if (deleted.numDeletedRows === 0n) return false
    await audit(trx, now(), null, { event: 'message_deleted', details: { by, message_id: id } })
    return true
  })
  if (!found) throw messageNotFound()
}
