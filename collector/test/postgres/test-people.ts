import { createAttemptLimits } from '../../src/auth/attempt-limits.ts'
import { loadLimitKey } from '../../src/auth/limit-key.ts'
import { createPeople, type People } from '../../src/people/people.ts'
import type { Postgres } from '../../src/postgres/open-postgres.ts'
import { temporaryDirectory } from './temporary-directory.ts'

export const origins = {
  site: 'https://halfmeasure.test',
  dashboard: 'https://admin.halfmeasure.test',
  loopbackAliases: false,
}

/** People without a mailer: what would be sent waits in the outbox. */
export async function createTestPeople(db: Postgres['db'], now: () => Date): Promise<People> {
  const limits = createAttemptLimits(db, await loadLimitKey(temporaryDirectory()), now)
  return createPeople({ db, now, limits, origins, mailer: { wake() {} } })
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
