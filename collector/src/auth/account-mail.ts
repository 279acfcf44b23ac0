import type { Kysely } from 'kysely'
import { mailOf } from '../mail/letter.ts'
import { accountChangedLetter, type AccountChange } from '../mail/letters/account-changed.ts'
import { putMail } from '../mail/outbox.ts'
import type { Database } from '../database/schema/database.ts'
import type { AuthContext } from './auth-context.ts'

/** Lets the owner of an account know of a change that a thief would make. */
export async function putChangeMail(
  trx: Kysely<Database>,
  { dashboard }: Pick<AuthContext, 'dashboard'>,
  email: string,
  change: AccountChange,
  at: Date,
): Promise<void> {
  await putMail(
    trx,
    mailOf(accountChangedLetter(change, dashboard), { kind: 'account-changed', to: email }),
    at,
  )
}
