import { EmailAddress } from '@half-measure/shared/audience/email-address.ts'
import type { AuditEventName } from '@half-measure/shared/auth/audit-entry.ts'
import type { SingleSignOnFailure } from '@half-measure/shared/auth/single-sign-on.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { SingleSignOnConfig } from '../../config/config.ts'
import type { Database, Db } from '../../database/schema/database.ts'
import { queueChangeNotice } from '../account-emails.ts'
import { recordAudit } from '../audit-log.ts'
import { grantAdmin } from '../grant-admin.ts'
import type { Identity } from '../identity.ts'
import { findUser, hasOrHadEmail, insertUser, isAdmin, type User } from '../users.ts'
import type { ProviderPerson } from './provider.ts'

/**
 * Decides which account a person who signed in at the provider gets.
 *
 * - A person who is linked with an administrator's account gets that, whatever their address is now.
 * - Anybody else needs a verified address: an administrator's, an invited one, or one of an allowed domain. The
 *   account is then linked with them.
 * - An account is linked with one person. Another needs a new invitation, or the owner to remove the link.
 * - A former administrator needs an invitation: the domain alone does not let anybody return, nor does it where an owner
 *   has taken an invitation back.
 */

export type Admission =
  | {
      readonly user: Pick<User, 'id' | 'email'>
      /** The account became an administrator just now. */
      readonly isNew: boolean
    }
  | {
      readonly failure: Extract<SingleSignOnFailure, 'unverified_address' | 'not_invited' | 'other_account'>
      readonly userId?: string
    }

type Dependencies = Pick<Identity, 'outbox' | 'dashboard'> & {
  /** Of a password that nobody knows, for an account that becomes an administrator's. */
  readonly passwordHash: string
}

/** A former member may have kept a private Google account with the address. `hd` proves membership. */
const GOOGLE = 'https://accounts.google.com'

export async function admit(
  trx: Db,
  dependencies: Dependencies,
  { allowedDomains }: Pick<SingleSignOnConfig, 'allowedDomains'>,
  person: ProviderPerson,
  at: Date,
): Promise<Admission> {
  const email = readAddress(person.email)
  if (email === undefined) return { failure: 'unverified_address' }
  // Concurrent first sign-ins would make two accounts, or link one twice.
  await sql`select pg_advisory_xact_lock(hashtext('single sign-on'))`.execute(trx)

  const linked = await findLinkedUser(trx, person)
  if (linked && (await isAdmin(trx, linked.id))) return { user: linked, isNew: false }

  const user = await findUser(trx, email)
  if (user && (await acceptInvitation(trx, dependencies, user.id, at))) {
    await link(trx, user.id, person, at)
    return { user, isNew: true }
  }
  if (user && (await isAdmin(trx, user.id))) {
    if (await hasLink(trx, user.id, person)) return { failure: 'other_account', userId: user.id }
    await link(trx, user.id, person, at)
    await queueChangeNotice(trx, dependencies, { change: 'single_sign_on_linked', to: user.email }, at)
    return { user, isNew: false }
  }
  if (linked || !isOfDomain(person, email, allowedDomains) || (await hadAccount(trx, email))) {
    const known = linked ?? user
    return { failure: 'not_invited', ...(known && { userId: known.id }) }
  }
  return { user: await join(trx, dependencies, person, email, at), isNew: true }
}

/** Normalises an address. Refuses non-ASCII letters: in lower case, some become ASCII and thus another's address. */
export function readAddress(email: string | undefined): string | undefined {
  return email !== undefined && /^[\x21-\x7E]+$/.test(email) ? EmailAddress.safeParse(email).data : undefined
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}

function isOfDomain(
  { issuer, organisation }: ProviderPerson,
  email: string,
  domains: readonly string[],
): boolean {
  if (!domains.includes(domainOf(email))) return false
  return issuer !== GOOGLE || domains.includes(organisation?.toLowerCase() ?? '')
}

/** Whether the address is or was that of an account, other than one that was invited and never became an administrator's. */
async function hadAccount(trx: Db, email: string): Promise<boolean> {
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where((eb) => hasOrHadEmail(eb, email))
    .where((eb) => eb.not(eb.and([eb('email', '=', email), wasOnlyInvited(eb)])))
    .executeTakeFirst()
  return other !== undefined
}

/** Condition: the user of the row has had invitations and no right, and no owner has taken an invitation back. */
function wasOnlyInvited(eb: ExpressionBuilder<Database, 'users'>) {
  const had = (events: readonly AuditEventName[]) =>
    eb.exists(
      eb
        .selectFrom('audit_log')
        .select('audit_log.id')
        .whereRef('audit_log.user_id', '=', 'users.id')
        .where('audit_log.event', 'in', events),
    )
  return eb.and([had(['admin_invited']), eb.not(had(['invitation_withdrawn', 'admin_revoked']))])
}

function findLinkedUser(trx: Db, { issuer, subject }: ProviderPerson): Promise<User | undefined> {
  return trx
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .selectAll('users')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** Gives the account of an address, a new one as a rule, the least role and a password that nobody knows. */
async function join(
  trx: Db,
  { passwordHash }: Dependencies,
  person: ProviderPerson,
  email: string,
  at: Date,
): Promise<User> {
  const user = (await insertUser(trx, { email, passwordHash, at })) ?? (await findUser(trx, email))
  if (!user) throw new Error('the account was deleted while it was being joined')
  await grantAdmin(trx, user.id, { role: 'analyst', passwordHash }, at)
  const details = { role: 'analyst', domain: domainOf(email) } as const
  await recordAudit(trx, at, user.id, { event: 'admin_joined', details })
  await link(trx, user.id, person, at)
  return user
}

/**
 * Accepts an open invitation, whose link then no longer works. Nobody knows the account's password afterwards.
 *
 * @returns whether there was one.
 */
async function acceptInvitation(
  trx: Db,
  { passwordHash }: Dependencies,
  userId: string,
  at: Date,
): Promise<boolean> {
  const invitation = await trx
    .updateTable('account_tokens')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'invite')
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('role')
    .executeTakeFirst()
  if (!invitation?.role) return false
  await grantAdmin(trx, userId, { role: invitation.role, passwordHash }, at)
  await recordAudit(trx, at, userId, { event: 'invitation_accepted' })
  return true
}

async function hasLink(trx: Db, userId: string, { issuer }: ProviderPerson): Promise<boolean> {
  const row = await trx
    .selectFrom('identities')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces earlier links with the same provider: the account's, and the person's from an account without the right. */
async function link(trx: Db, userId: string, { issuer, subject }: ProviderPerson, at: Date): Promise<void> {
  await trx
    .deleteFrom('identities')
    .where('issuer', '=', issuer)
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('subject', '=', subject)]))
    .execute()
  await trx.insertInto('identities').values({ issuer, subject, user_id: userId, created_at: at }).execute()
  await recordAudit(trx, at, userId, { event: 'single_sign_on_linked', details: { issuer } })
}
