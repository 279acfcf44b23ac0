import { expect } from 'vitest'
import type { Config } from '../../src/config/config.ts'
import type { Db } from '../../src/database/schema/database.ts'
import { ensureAdmin } from '../../src/identity/ensure-admin.ts'
import { type Identity, openIdentity } from '../../src/identity/identity.ts'
import { createPasswords } from '../../src/identity/passwords.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { testOutbox, waitingEmails } from '../../src/email/testing/test-outbox.ts'
import { productionOrigins } from '../../src/testing/origins.ts'
import { temporaryDirectory } from './temporary-directory.ts'

export const owner = { email: 'owner@halfmeasure.test', password: 'a long and private one' }
/** For a second account. */
export const second = { email: 'second@halfmeasure.test', password: 'yet another phrase' }

export type AuthConfig = Pick<Config, 'admin' | 'origins' | 'keysDir' | 'listen' | 'singleSignOn'>

/** Hashing as cheap as it gets: its cost is the subject of `passwords.test.ts` alone. */
export const cheapPasswords = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })

/** The settings of a deployment over https, unless a test says otherwise. */
export function authConfig(overrides: Partial<AuthConfig> = {}): AuthConfig {
  return {
    admin: { ...owner, demo: false, requireSecondFactor: false },
    origins: productionOrigins,
    listen: { host: '127.0.0.1', port: 8080, dashboardPort: 8081 },
    singleSignOn: undefined,
    keysDir: temporaryDirectory(),
    ...overrides,
  }
}

/** Accounts with the configured administrator. */
export async function openTestIdentity(
  db: Db,
  now: () => Date,
  { keysDir, origins, admin } = authConfig(),
): Promise<Identity> {
  const identity = await openIdentity(db, {
    keysDir,
    dashboard: origins.dashboard,
    requireSecondFactor: admin.requireSecondFactor,
    log: createLogger('silent'),
    now,
    passwords: cheapPasswords,
    outbox: testOutbox,
  })
  await ensureAdmin(identity, admin)
  return identity
}

/** The events of the audit log, oldest first. */
export async function auditedEvents(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('audit_log').select('event').orderBy('id').execute()
  return rows.map((row) => row.event)
}

/** The entries of one event, oldest first. */
export function auditEntries(db: Db, event: string) {
  return db
    .selectFrom('audit_log')
    .select(['user_id', 'details'])
    .where('event', '=', event)
    .orderBy('id')
    .execute()
}

/** Adds an account that nobody has used. @returns its id. */
export async function addAccount(
  db: Db,
  email: string,
  { at, formerEmails = [] }: { readonly at: Date; readonly formerEmails?: string[] },
): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({ email, password_hash: 'x', created_at: at, former_emails: formerEmails })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The token of the newest mailed link of a kind. Waits for it, because links are mailed after the response. */
export async function mailedToken(db: Db, kind: string): Promise<string> {
  const newest = async () => (await waitingEmails(db)).findLast((email) => email.kind === kind)
  await expect.poll(newest).toBeDefined()
  return /#token=([\w-]{43})/.exec((await newest())?.text ?? '')?.[1] ?? ''
}
