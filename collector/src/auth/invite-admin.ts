import { randomUUID } from 'node:crypto'
import { mailOf } from '../mail/letter.ts'
import { invitationLetter } from '../mail/letters/invitation.ts'
import { putMail } from '../mail/outbox.ts'
import { issueAccountToken } from './account-tokens.ts'
import { audit } from './audit.ts'
import type { AuthContext } from './auth-context.ts'
import { userAlreadyExists } from './auth-errors.ts'
import { hashPassword } from './passwords.ts'
import { findUser, insertUser } from './users.ts'

/**
 * Mails an address a link that makes its owner an administrator. Until it is used there is an account without any
 * right and without a password that anybody knows. A second invitation replaces the first.
 *
 * @param by account of the administrator who invites.
 * @throws {ApiError} 422 `user_already_exists` for an administrator's address.
 */
export async function inviteAdmin(context: AuthContext, email: string, by: string): Promise<void> {
  const { db, now, mailer, dashboard } = context
  const passwordHash = await hashPassword(randomUUID())
  const invited = await db.transaction().execute(async (trx) => {
    const at = now()
    const user = (await insertUser(trx, { email, passwordHash, at })) ?? (await findUser(trx, email))
    if (!user) throw new Error('an account went while it was being invited')
    const admin = await trx
      .selectFrom('admin_profiles')
      .select('user_id')
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    if (admin) return false
    const token = await issueAccountToken(trx, user.id, { purpose: 'invite' }, at)
    // Behind the #, where no server and no log sees it.
    const letter = invitationLetter(`${dashboard}/auth/invite#token=${token}`)
    await putMail(trx, mailOf(letter, { kind: 'invitation', to: user.email }), at)
    await audit(trx, at, user.id, { event: 'admin_invited', details: { by } })
    return true
  })
  if (!invited) throw userAlreadyExists()
  mailer.wake()
}
