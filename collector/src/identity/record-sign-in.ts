import type { Db } from '../database/schema/database.ts'
import { queueChangeNotice } from './account-emails.ts'
import { type AuditEvent, recordAudit } from './audit-log.ts'
import type { Identity } from './identity.ts'

/** The browser of a sign-in. */
export interface SignInBrowser {
  /** Value of the device cookie from an earlier sign-in. */
  readonly device?: string | undefined
  /** See `browserName`. */
  readonly name: string | null
}

interface SignInRecord {
  readonly user: { readonly id: string; readonly email: string }
  readonly browser: SignInBrowser
  readonly details?: Extract<AuditEvent, { event: 'signed_in' }>['details']
}

/**
 * Records a sign-in of any kind. Emails the account's owner if the browser is new, unless it is the account's first.
 *
 * @returns the device cookie's value, by which the account recognises the browser.
 */
export async function recordSignIn(
  trx: Db,
  { devices, outbox, dashboard }: Pick<Identity, 'devices' | 'outbox' | 'dashboard'>,
  { user, browser: { device, name }, details }: SignInRecord,
  at: Date,
): Promise<string> {
  const { last_sign_in_at } = await trx
    .selectFrom('users')
    .select('last_sign_in_at')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  await trx.updateTable('users').set({ last_sign_in_at: at }).where('id', '=', user.id).execute()
  await recordAudit(trx, at, user.id, { event: 'signed_in', ...(details && { details }) })
  if (device !== undefined && devices.find(user.id, device) !== undefined) return device
  if (last_sign_in_at !== null) {
    const notice = { change: 'new_browser', to: user.email, browser: name } as const
    await queueChangeNotice(trx, { outbox, dashboard }, notice, at)
  }
  return devices.issue(user.id)
}
