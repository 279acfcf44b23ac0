import { publication } from '@half-measure/shared/publication.ts'
import type { Kysely } from 'kysely'
import { failpoint } from '../../platform/failpoint.ts'
import { putMail } from '../../mail/outbox.ts'
import type { Database } from '../../database/schema/database.ts'
import { newsletterAddresses } from '../newsletter/addresses.ts'
import { issueToken } from '../newsletter/tokens.ts'
import type { PeopleContext } from '../people-context.ts'
import { type EditionRow, renderRow } from './describe-edition.ts'
import { readersWithoutLetter } from './edition-progress.ts'

/*
 * An edition becomes letters in small batches, each one transaction: a row for the delivery, the link to leave, and
 * the mail in the outbox.
 *
 * 1. A reader gets an edition once: the delivery's row is unique, and there is no mail without it. After a crash the
 *    readers without such a row are the ones that are left.
 * 2. Who leaves gets no letter: until it is handed over it is a row that leaving deletes, and a reader is locked
 *    while the letter is being written down.
 * 3. Of several collectors one writes letters at a time: a batch begins by locking the edition. The rate is counted
 *    in the rows, so it holds for all of them together and across a restart.
 */

/** `later`: the rate, or letters that were not tried yet, leave no room at this moment. */
export type QueueResult = 'queued' | 'later' | 'finished' | 'idle'

const MINUTE = 60_000

/** Batches of letters that may wait: not tried yet, and put off by the mail server. Beyond, it has to catch up first. */
const UNTRIED_BATCHES = 2
const WAITING_BATCHES = 50

/** @param rate letters a minute. */
export async function queueLetters(
  context: Pick<PeopleContext, 'db' | 'now' | 'origins'>,
  rate: number,
): Promise<QueueResult> {
  const result = await context.db.transaction().execute(async (trx) => {
    const edition = await lockSending(trx)
    if (!edition) return 'idle'
    const at = context.now()
    const { waiting, untried } = await countWaiting(trx, edition.id)
    const batch = Math.ceil(rate / 60)
    const room = Math.min(batch, rate - (await countSince(trx, at.getTime() - MINUTE)))
    if (room <= 0 || untried > UNTRIED_BATCHES * batch || waiting > WAITING_BATCHES * batch) return 'later'

    const readers = await readersWithoutLetter(trx, edition)
      .select(['id', 'email'])
      .orderBy('id')
      .limit(room)
      .forKeyShare()
      .execute()
    if (readers.length > 0) {
      await writeLetters(context, trx, edition, readers, at)
      failpoint('edition.before-commit')
      return 'queued'
    }
    if (untried > 0) return 'later'
    await trx
      .updateTable('newsletter_issues')
      .set({ state: 'sent', finished_at: at })
      .where('id', '=', edition.id)
      .execute()
    return 'finished'
  })
  if (result === 'queued') failpoint('edition.after-commit')
  return result
}

async function writeLetters(
  context: Pick<PeopleContext, 'now' | 'origins'>,
  trx: Kysely<Database>,
  edition: EditionRow,
  readers: readonly { id: string; email: string }[],
  at: Date,
): Promise<void> {
  const rendered = renderRow(context, edition)
  const addresses = newsletterAddresses(context.origins.site)
  for (const { id: subscriberId, email } of readers) {
    const token = await issueToken(trx, subscriberId, 'unsubscribe', at)
    const mailId = await putMail(
      trx,
      {
        ...rendered.letter(addresses.unsubscribe(token)),
        kind: 'newsletter-edition',
        to: email,
        replyTo: publication.mailboxes.newsletter,
        headers: { ...addresses.leaveHeaders(token), Precedence: 'bulk' },
      },
      at,
    )
    await trx
      .insertInto('newsletter_deliveries')
      .values({
        mail_id: mailId,
        edition_id: edition.id,
        subscriber_id: subscriberId,
        outcome: 'waiting',
        queued_at: at,
      })
      .execute()
  }
}

/** The edition that has been on its way for longest. */
function lockSending(trx: Kysely<Database>): Promise<EditionRow | undefined> {
  return trx
    .selectFrom('newsletter_issues')
    .selectAll()
    .where('state', '=', 'sending')
    .orderBy('started_at')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}

/** Letters written down after a moment, of whichever edition. @param since milliseconds since 1970. */
async function countSince(trx: Kysely<Database>, since: number): Promise<number> {
  const { count } = await trx
    .selectFrom('newsletter_deliveries')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('queued_at', '>', new Date(since))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Letters in the outbox, and those among them that no mail server has been asked to take yet. */
async function countWaiting(
  trx: Kysely<Database>,
  editionId: string,
): Promise<{ waiting: number; untried: number }> {
  const { waiting, untried } = await trx
    .selectFrom('newsletter_deliveries')
    .innerJoin('outbox', 'outbox.id', 'newsletter_deliveries.mail_id')
    .select((eb) => [
      eb.fn.countAll<string>().as('waiting'),
      eb.fn.countAll<string>().filterWhere('outbox.attempts', '=', 0).as('untried'),
    ])
    .where('edition_id', '=', editionId)
    .where('outcome', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return { waiting: Number(waiting), untried: Number(untried) }
}
