import { publication } from '@half-measure/shared/publication.ts'
import { mailOf } from '../../mail/letter.ts'
import { welcomeLetter } from '../../mail/letters/newsletter-welcome.ts'
import { putMail } from '../../mail/outbox.ts'
import type { PeopleContext } from '../people-context.ts'
import { newsletterAddresses } from './addresses.ts'
import { linkNotValid } from './newsletter-errors.ts'
import { issueToken, subscriberOfToken } from './tokens.ts'

/**
 * Puts the owner of the link on the list and sends the guide. Pressed again it answers the same and sends nothing.
 *
 * @returns the token of a link to the guide.
 * @throws {ApiError} 404 `link_not_valid` for a link that is unknown, or whose address was forgotten meanwhile.
 */
export async function confirm(context: PeopleContext, token: string): Promise<string> {
  const { db, now, mailer, origins } = context
  const guide = await db.transaction().execute(async (trx) => {
    const id = await subscriberOfToken(trx, token, 'confirm')
    if (!id) return undefined
    const at = now()
    const confirmed = await trx
      .updateTable('newsletter_subscribers')
      .set({ confirmed_at: at })
      .where('id', '=', id)
      .where('confirmed_at', 'is', null)
      .returning('email')
      .executeTakeFirst()
    const guide = await issueToken(trx, id, 'guide', at)
    if (confirmed) {
      const addresses = newsletterAddresses(origins.site)
      const leave = await issueToken(trx, id, 'unsubscribe', at)
      const letter = welcomeLetter({ guide: addresses.guide(guide), leave: addresses.unsubscribe(leave) })
      const mail = mailOf(letter, {
        kind: 'newsletter-welcome',
        to: confirmed.email,
        replyTo: publication.mailboxes.newsletter,
        headers: addresses.leaveHeaders(leave),
      })
      await putMail(trx, mail, at)
    }
    return guide
  })
  if (guide === undefined) throw linkNotValid()
  mailer.wake()
  return guide
}
