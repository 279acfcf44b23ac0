import type { EditionTest } from '@half-measure/shared/people/edition.ts'
import { publication } from '@half-measure/shared/publication.ts'
import type { Kysely } from 'kysely'
import { audit } from '../../auth/audit.ts'
import { tooManyAttempts } from '../../auth/auth-errors.ts'
import { putMail } from '../../mail/outbox.ts'
import type { Database } from '../../database/schema/database.ts'
import type { PeopleContext } from '../people-context.ts'
import { editionChanged, editionFrozen, editionNotReady, editionNotSending } from '../people-errors.ts'
import { type EditionRow, findEdition, previewLetter, renderRow } from './describe-edition.ts'

/** An administrator who acts on an edition. */
interface Actor {
  readonly userId: string
  readonly email: string
}

/**
 * Mails the letter to whoever asks, as readers would get it; its link to leave is nobody's. A letter with problems
 * can be looked at too.
 *
 * @throws {ApiError} 404 `edition_not_found`, 429 `over_request_rate_limit`.
 */
export async function testEdition(context: PeopleContext, id: string, to: Actor): Promise<EditionTest> {
  const { db, limits, mailer, now } = context
  const refusal = await db.transaction().execute(async (trx) => {
    const row = await findEdition(trx, id)
    const pace = await limits.settle(trx, [limits.forSubject('edition_test', to.userId)], true)
    if (!pace.allowed) return pace
    const letter = previewLetter(context, renderRow(context, row))
    await putMail(
      trx,
      {
        ...letter,
        subject: `[Test] ${letter.subject}`,
        kind: 'edition-test',
        to: to.email,
        replyTo: publication.mailboxes.newsletter,
      },
      now(),
    )
    return undefined
  })
  if (refusal) throw tooManyAttempts(refusal.retryAfter)
  mailer.wake()
  return { to: to.email }
}

/**
 * Begins to send exactly the version that was looked at, to whoever has confirmed by now. From here on the edition
 * cannot be changed.
 *
 * @throws {ApiError} 404 `edition_not_found`; 409 `edition_frozen` or `edition_changed`; 422 `edition_not_ready`.
 */
export async function sendEdition(
  context: PeopleContext,
  id: string,
  version: number,
  by: Actor,
): Promise<EditionRow> {
  const { db, now, sender } = context
  const sending = await db.transaction().execute(async (trx) => {
    const row = await lockEdition(trx, id)
    if (row.state !== 'draft') throw editionFrozen()
    if (row.version !== version) throw editionChanged()
    const { problems } = renderRow(context, row)
    if (problems.length > 0) throw editionNotReady(problems)
    const at = now()
    await audit(trx, at, null, { event: 'edition_sent', details: { by: by.userId, edition_id: id } })
    return trx
      .updateTable('newsletter_issues')
      .set({ state: 'sending', started_at: at })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  sender.wake()
  return sending
}

/** Stops writing letters, and holds those that wait. What is being handed over at this moment goes out. */
export function pauseEdition(context: PeopleContext, id: string, by: Actor): Promise<EditionRow> {
  return turn(context, id, by, { from: 'sending', to: 'paused' })
}

/** Goes on where it stopped. */
export async function resumeEdition(context: PeopleContext, id: string, by: Actor): Promise<EditionRow> {
  const resumed = await turn(context, id, by, { from: 'paused', to: 'sending' })
  context.sender.wake()
  context.mailer.wake()
  return resumed
}

type Turn = { from: 'sending'; to: 'paused' } | { from: 'paused'; to: 'sending' }

/** @throws {ApiError} 404 `edition_not_found`; 409 `edition_not_sending`. */
async function turn(
  { db, now }: PeopleContext,
  id: string,
  { userId: by }: Actor,
  { from, to }: Turn,
): Promise<EditionRow> {
  return db.transaction().execute(async (trx) => {
    const row = await lockEdition(trx, id)
    if (row.state !== from) throw editionNotSending()
    const at = now()
    await trx
      .updateTable('outbox')
      // A letter is given up by its age: one that was held is as old as its release.
      .set(to === 'paused' ? { held: true } : { held: false, created_at: at })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('newsletter_deliveries')
          .select('mail_id')
          .where('edition_id', '=', id)
          .where('outcome', '=', 'waiting'),
      )
      .execute()
    const event = to === 'paused' ? 'edition_paused' : 'edition_resumed'
    await audit(trx, at, null, { event, details: { by, edition_id: id } })
    return trx
      .updateTable('newsletter_issues')
      .set({ state: to })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** Nobody writes letters of it or turns it until the transaction is over. */
async function lockEdition(trx: Kysely<Database>, id: string): Promise<EditionRow> {
  const locked = await trx
    .selectFrom('newsletter_issues')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return locked ?? findEdition(trx, id)
}
