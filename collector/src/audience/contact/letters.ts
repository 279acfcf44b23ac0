import {
  type ContactMessage,
  isSameLetter,
  type LetterChange,
} from '@half-measure/shared/audience/contact-message.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { sql } from 'kysely'
import type { ClockedDb, Db } from '../../database/schema/database.ts'
import { escapeHtml } from '../../email/email-html.ts'
import { recordAudit } from '../../identity/audit-log.ts'
import { letterChanged, mayNotPrint, messageIsSpam } from '../errors.ts'
import { lockMessage, readMessage } from './inbox.ts'

/*
 * Letters to the editor: messages that an editor published with their senders' permission. A letter is part of its
 * message, so deleting or erasing the message withdraws it.
 */

/**
 * Publishes a message as a letter, or changes the letter if it is the one that the editor saw; the date of first
 * publication stays. Repeating it changes nothing.
 *
 * @param by account of the administrator.
 * @throws {ApiError} 404 `message_not_found`, 409 `may_not_print`, `message_is_spam` or `letter_changed`.
 */
export async function publishLetter(
  { db, now }: ClockedDb,
  id: string,
  { seen, ...edited }: LetterChange,
  by: string,
): Promise<ContactMessage> {
  return db.transaction().execute(async (trx) => {
    const message = await lockMessage(trx, id)
    if (!message.may_print) throw mayNotPrint()
    if (message.is_spam) throw messageIsSpam()
    if (isSameLetter(message.letter, edited)) return message
    if (!isSameLetter(message.letter, seen)) throw letterChanged()
    await trx
      .updateTable('contact_messages')
      .set({
        letter_title: edited.title,
        letter_text: edited.text,
        letter_name: edited.name,
        letter_published_at: sql<Date>`coalesce(letter_published_at, ${now()})`,
      })
      .where('id', '=', id)
      .execute()
    await recordAudit(trx, now(), null, { event: 'letter_published', details: { by, message_id: id } })
    return readMessage(trx, id)
  })
}

/**
 * Withdraws a letter. Repeating it changes nothing.
 *
 * @param by account of the administrator.
 * @throws {ApiError} 404 `message_not_found`.
 */
export async function withdrawLetter(
  { db, now }: ClockedDb,
  id: string,
  by: string,
): Promise<ContactMessage> {
  return db.transaction().execute(async (trx) => {
    const withdrawn = await trx
      .updateTable('contact_messages')
      .set({ letter_title: null, letter_text: null, letter_name: null, letter_published_at: null })
      .where('id', '=', id)
      .where('letter_published_at', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (withdrawn)
      await recordAudit(trx, now(), null, { event: 'letter_withdrawn', details: { by, message_id: id } })
    return readMessage(trx, id)
  })
}

/** The published letters as HTML, the newest first. */
export async function lettersHtml(db: Db): Promise<string> {
  const letters = await db
    .selectFrom('contact_messages')
    .select(['letter_title', 'letter_text', 'letter_name', 'letter_published_at'])
    .where('letter_published_at', 'is not', null)
    .$narrowType<{
      letter_title: string
      letter_text: string
      letter_name: string
      letter_published_at: Date
    }>()
    .orderBy('letter_published_at', 'desc')
    .execute()
  const html = letters.map(
    (letter) => `<article class="letter"><h2>${escapeHtml(letter.letter_title)}</h2>
${paragraphs(letter.letter_text)}
<footer><b>${escapeHtml(letter.letter_name)}</b> <time datetime="${letter.letter_published_at.toISOString()}">${DAY.format(letter.letter_published_at)}</time></footer></article>`,
  )
  return html.join('\n') || '<p>None has been printed yet.</p>'
}

function paragraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: publication.timeZone })
