import { randomBytes } from 'node:crypto'
import { createAttemptLimits } from '../../src/auth/attempt-limits.ts'
import { loadLimitKey } from '../../src/auth/limit-key.ts'
import { createLetterTickets } from '../../src/people/editions/letter-tickets.ts'
import { createPeople, type People } from '../../src/people/people.ts'
import type { Postgres } from '../../src/database/open-postgres.ts'
import { temporaryDirectory } from './temporary-directory.ts'

export const origins = {
  site: 'https://halfmeasure.test',
  dashboard: 'https://admin.halfmeasure.test',
  loopbackAliases: false,
}

/** People without a mailer and a sender: what would be sent waits in the outbox, or as an edition. */
export async function createTestPeople(db: Postgres['db'], now: () => Date): Promise<People> {
  const limits = createAttemptLimits(db, await loadLimitKey(temporaryDirectory()), now)
  const tickets = createLetterTickets(randomBytes(32), now)
  return createPeople({ db, now, limits, origins, tickets, mailer: { wake() {} }, sender: { wake() {} } })
}

/** A confirmed subscriber, whose mails so far are out of the way. */
export async function addReader(people: People, db: Postgres['db'], email: string): Promise<void> {
  await people.newsletter.subscribe(
    { email, source: 'page' },
    `2001:db8:${email.length}::${email.charCodeAt(1)}`,
  )
  const mails = (await waitingMails(db)).filter(({ recipient }) => recipient === email)
  await people.newsletter.confirm(tokenIn(mails.at(-1), '/newsletter/confirm'))
  await db.deleteFrom('outbox').where('recipient', '=', email).execute()
}

/** The mails that wait, oldest first. */
export function waitingMails(db: Postgres['db']) {
  return db.selectFrom('outbox').selectAll().orderBy('created_at').orderBy('id').execute()
}

/** The token in the first link of a mail that leads to a path. */
export function tokenIn(mail: { plain: string } | undefined, path: string): string {
  const token = new RegExp(`${path}\\?token=([\\w-]+)`).exec(mail?.plain ?? '')?.[1]
  if (token === undefined) throw new Error(`the mail has no link to ${path}:\n${mail?.plain}`)
  return token
}
