import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import type { SingleSignOnConfig } from '../../src/config/config.ts'
import type { Db } from '../../src/database/schema/database.ts'
import { client, openProvider, type TestProvider } from '../openid-provider.ts'
import { CALLBACK, openSingleSignOn, type SingleSignOnApp } from './single-sign-on-browser.ts'
import { auditEntries, owner } from './test-identity.ts'

export const verified = (email: string) => ({ email, email_verified: true })

/** A provider for the tests of a `describe`, which knows the owner as `o`, and an application for each of them. */
export function useSingleSignOn(db: () => Db) {
  let provider: TestProvider
  let app: SingleSignOnApp
  let ahead = 0

  beforeAll(async () => {
    // It warns of what it is not meant for.
    vi.spyOn(console, 'warn').mockReturnValue()
    provider = await openProvider(CALLBACK)
  })
  afterAll(() => provider.close())

  beforeEach(async () => {
    ahead = 0
    provider.forge(undefined)
    provider.people.clear()
    provider.people.set('o', verified(owner.email))
    app = await openSingleSignOn(db(), settings(), now)
  })

  return {
    get provider() {
      return provider
    },
    get app() {
      return app
    },
    settings,
    /** The provider's clock, and what was added to it. */
    now,
    advance: (ms: number) => void (ahead += ms),
    signInAs: (subject: string | undefined) => app.openBrowser().signIn(subject),
    /** Refusals in the audit log. */
    async refusals() {
      const rows = await auditEntries(db(), 'single_sign_on_refused')
      return rows.map(({ user_id, details }) => ({ hasUser: user_id !== null, ...details }))
    },
    linksOf: (email: string) =>
      db()
        .selectFrom('identities')
        .innerJoin('users', 'users.id', 'identities.user_id')
        .select(['issuer', 'subject'])
        .where('email', '=', email)
        .execute(),
  }

  function now(): Date {
    return new Date(Date.now() + ahead)
  }

  function settings(overrides: Partial<SingleSignOnConfig> = {}): SingleSignOnConfig {
    return {
      issuer: provider.issuer,
      clientId: client.id,
      clientSecret: client.secret,
      allowedDomains: ['allowed.test'],
      name: 'Brewery ID',
      deadlineMs: 60_000,
      ...overrides,
    }
  }
}
