import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import type { Database, Db } from '../database/schema/database.ts'
import { EVENTS_OF_STRANGERS } from './audit-log.ts'
import { SESSION_MS } from './sessions.ts'
import { hadEmail, isKnownEmail, normaliseEmail } from './users.ts'
import { monthsBefore } from '../platform/durations.ts'

/** The privacy page names these. */
export const identityRetention = {
  auditLogMonths: 24,
  /** Security events that anybody can cause; at most the newest `maxAttempts` of each kind. */
  attemptDays: 90,
  maxAttempts: 10_000,
  /** An invitation that is never accepted leaves an account without rights. */
  unusedAccountDays: 30,
  /** Of an account without a right, since the last sign-in or, if it was later, the end of the right. */
  formerAccountMonths: 12,
  /** API tokens and share links, since they expired or were revoked. The audit log keeps what they were. */
  endedTokenDays: 30,
} as const

/** Rows deleted. */
export interface ExpiredIdentity {
  readonly links: number
  readonly sessions: number
  readonly accounts: number
  readonly api_tokens: number
  readonly security_events: number
}

/** Deletes what is past its retention. */
export async function expireIdentity(trx: Db, now: Date): Promise<ExpiredIdentity> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const links = await trx.deleteFrom('account_tokens').where('expires_at', '<=', now).executeTakeFirst()
  const sessions = await trx
    .deleteFrom('sessions')
    .where('created_at', '<=', new Date(now.getTime() - SESSION_MS))
    .executeTakeFirst()
  const former = monthsBefore(now, identityRetention.formerAccountMonths)
  const accounts = await deleteAccounts(trx, (user) =>
    user.and([
      user.or([
        user.and([
          user('last_sign_in_at', 'is', null),
          user('created_at', '<=', daysAgo(identityRetention.unusedAccountDays)),
        ]),
        user.and([user('last_sign_in_at', '<=', former), user('id', 'not in', revokedSince(trx, former))]),
      ]),
      user('id', 'not in', trx.selectFrom('account_tokens').select('user_id')),
      user('id', 'not in', trx.selectFrom('sessions').select('user_id')),
    ]),
  )
  const ended = daysAgo(identityRetention.endedTokenDays)
  const tokens = await trx
    .deleteFrom('api_tokens')
    .where((token) => token.or([token('expires_at', '<=', ended), token('revoked_at', '<=', ended)]))
    .executeTakeFirst()
  const events = await deleteChains(trx, (entry) =>
    entry('at', '<=', monthsBefore(now, identityRetention.auditLogMonths)),
  )
  const attempts = await deleteChains(trx, (entry) =>
    entry.and([
      entry('event', 'in', EVENTS_OF_STRANGERS),
      entry.or([
        entry('at', '<=', daysAgo(identityRetention.attemptDays)),
        entry('id', 'in', excessAttempts(trx)),
      ]),
    ]),
  )
  await trx.deleteFrom('limited_attempts').where('at', '<=', daysAgo(1)).execute()
  return {
    links: Number(links.numDeletedRows),
    sessions: Number(sessions.numDeletedRows),
    accounts,
    api_tokens: Number(tokens.numDeletedRows),
    security_events: events + attempts,
  }
}

/**
 * Deletes accounts, but no administrators', and the views that only they see. Shared views and everything else that
 * colleagues use stay, without an owner or author.
 *
 * @returns how many accounts.
 */
async function deleteAccounts(
  trx: Db,
  which: (eb: ExpressionBuilder<Database, 'users'>) => Expression<SqlBool>,
): Promise<number> {
  const accounts = trx
    .selectFrom('users')
    .select('id')
    .where(which)
    .where('id', 'not in', (eb) => eb.selectFrom('admin_profiles').select('user_id'))
  // In the order of redeeming a link: before the user.
  await trx.deleteFrom('account_tokens').where('user_id', 'in', accounts).execute()
  await trx.deleteFrom('saved_views').where('owner_id', 'in', accounts).where('shared', '=', false).execute()
  const deleted = await trx.deleteFrom('users').where('id', 'in', accounts).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** Accounts whose right ended after a moment. */
function revokedSince(trx: Db, moment: Date) {
  return trx
    .selectFrom('audit_log')
    .select('user_id')
    .where('event', '=', 'admin_revoked')
    .where('at', '>', moment)
    .where('user_id', 'is not', null)
    .$narrowType<{ user_id: string }>()
}

/**
 * Deletes the beginning of each chain of the audit log up to the first entry that has not expired: an entry with a wrong
 * date takes no others with it. @returns how many entries.
 */
async function deleteChains(
  trx: Db,
  expire: (eb: ExpressionBuilder<Database, 'audit_log'>) => Expression<SqlBool>,
): Promise<number> {
  const chains = await trx.selectFrom('audit_log').select('chain').distinct().where(expire).execute()
  let deleted = 0
  for (const { chain } of chains) {
    const kept = await trx
      .selectFrom('audit_log')
      .select((eb) => eb.fn.min('position').as('first'))
      .where('chain', '=', chain)
      .where((eb) => eb.not(expire(eb)))
      .executeTakeFirst()
    const first = kept?.first ?? null
    const { numDeletedRows } = await trx
      .deleteFrom('audit_log')
      .where('chain', '=', chain)
      .$if(first !== null, (query) => query.where('position', '<', first))
      .executeTakeFirst()
    deleted += Number(numDeletedRows)
  }
  return deleted
}

/** Attempts beyond the newest `maxAttempts` of each kind. */
function excessAttempts(trx: Db) {
  return trx
    .selectFrom(
      trx
        .selectFrom('audit_log')
        .select([
          'id',
          sql<number>`row_number() over (partition by event order by position desc)`.as('place'),
        ])
        .where('event', 'in', EVENTS_OF_STRANGERS)
        .as('attempts'),
    )
    .select('id')
    .where('place', '>', identityRetention.maxAttempts)
}

/**
 * Deletes the account of an address, and the address where accounts had it before. Administrators keep theirs until
 * their right is revoked.
 *
 * @returns accounts deleted, and whether the address is or was an administrator's.
 */
export async function eraseAccount(trx: Db, email: string): Promise<{ accounts: number; isAdmin: boolean }> {
  const address = normaliseEmail(email)
  // Links that would give an account this address.
  await trx.deleteFrom('account_tokens').where('new_email', '=', address).execute()
  const accounts = await deleteAccounts(trx, (user) => user('email', '=', address))
  await trx
    .updateTable('users')
    .set((eb) => ({ former_emails: eb.fn<string[]>('array_remove', ['former_emails', eb.val(address)]) }))
    .where((eb) => hadEmail(eb, address))
    .where('id', 'not in', (eb) => eb.selectFrom('admin_profiles').select('user_id'))
    .execute()
  return { accounts, isAdmin: await isKnownEmail(trx, address) }
}
