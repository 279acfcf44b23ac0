import { AuthUser } from '@half-measure/shared/auth/session.ts'
import { describe, expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { openSingleSignOn } from '../../../test/postgres/single-sign-on-browser.ts'
import { addAccount, owner } from '../../../test/postgres/test-identity.ts'
import { useSingleSignOn, verified } from '../../../test/postgres/use-single-sign-on.ts'
import { waitingEmails } from '../../email/testing/test-outbox.ts'
import { accountRecords } from '../account-records.ts'
import { authenticate, type Principal } from '../authenticate.ts'
import { signIn } from '../sign-in.ts'
import { changeAdmin } from '../team.ts'
import { admit, readAddress } from './admit.ts'

describePostgres('who is admitted by single sign-on', (db) => {
  const sso = useSingleSignOn(db)

  const audit = async () => {
    const rows = await db()
      .selectFrom('audit_log')
      .select(['event', 'user_id', 'details'])
      .orderBy('id')
      .execute()
    return rows.map(({ event, user_id, details }) => ({ event, hasUser: user_id !== null, details }))
  }
  const ownPrincipal = async (): Promise<Principal> => {
    const { session } = await signIn(sso.app.identity, owner, '203.0.113.7')
    return authenticate(sso.app.identity, session.access_token)
  }

  describe('admits', () => {
    it('an administrator, whose account is linked and who gets an email', async () => {
      const browser = sso.app.openBrowser()
      expect(await browser.signIn('o', { next: '/admin/team?x=1' })).toEqual({
        failure: null,
        next: '/admin/team?x=1',
      })
      const { user, aal } = await browser.session()
      expect([user.email, aal, await browser.role()]).toEqual([owner.email, 'aal1', 'owner'])
      expect(AuthUser.parse(user).identities).toEqual([
        { provider: 'email', identity_id: user.id },
        { provider: 'oidc', identity_id: 'o', issuer: sso.provider.issuer, linked_at: expect.any(String) },
      ])
      expect(await audit()).toEqual(
        expect.arrayContaining([
          { event: 'single_sign_on_linked', hasUser: true, details: { issuer: sso.provider.issuer } },
          { event: 'signed_in', hasUser: true, details: { method: 'oidc' } },
        ]),
      )
      const subjects = async () => (await waitingEmails(db())).map(({ subject }) => subject).toSorted()
      const linked = 'Your account can be opened with single sign-on now'
      expect(await subjects()).toEqual([linked])
      expect(await accountRecords(db(), owner.email)).toMatchObject({ linked_identities: [{ subject: 'o' }] })

      await sso.signInAs('o')
      expect(await subjects()).toEqual(['Somebody signed in to your account in a new browser', linked])
      expect(await sso.linksOf(owner.email)).toHaveLength(1)
    })

    it('an address of an allowed domain as an analyst', async () => {
      sso.provider.people.set('a', verified('Ada@Allowed.test'))
      const browser = sso.app.openBrowser()
      expect((await browser.signIn('a')).failure).toBeNull()
      expect([(await browser.session()).user.email, await browser.role()]).toEqual([
        'ada@allowed.test',
        'analyst',
      ])
      expect(await audit()).toContainEqual({
        event: 'admin_joined',
        hasUser: true,
        details: { role: 'analyst', domain: 'allowed.test' },
      })
    })

    it('one of two who join at the same moment with one address, or the same person twice', async () => {
      sso.provider.people.set('a', verified('ada@allowed.test'))
      sso.provider.people.set('b', verified('ada@allowed.test'))
      const visits = await Promise.all(
        ['a', 'b', 'a'].map(async (subject) => {
          const browser = sso.app.openBrowser()
          return { browser, ...(await browser.visit(subject)) }
        }),
      )
      const outcomes = await Promise.all(visits.map(({ browser, callback }) => browser.finish(callback)))
      const failures = outcomes.map(({ failure }) => failure)
      expect(failures).toContain(null)
      expect(failures.filter((failure) => failure !== null && failure !== 'other_account')).toEqual([])
      expect(await sso.linksOf('ada@allowed.test')).toHaveLength(1)
    })

    it('a person whose address has changed at the provider to their own account, and to no other', async () => {
      await sso.signInAs('o')
      await addAccount(db(), 'other@halfmeasure.test', { at: sso.now() })
      sso.provider.people.set('o', verified('other@halfmeasure.test'))
      const browser = sso.app.openBrowser()
      expect((await browser.signIn('o')).failure).toBeNull()
      expect((await browser.session()).user.email).toBe(owner.email)
    })
  })

  describe('refuses', () => {
    it.each([
      ['a stranger', 'eve@elsewhere.test'],
      ['a subdomain of an allowed domain', 'eve@sub.allowed.test'],
      ['a domain that ends like an allowed one', 'eve@notallowed.test'],
      ['an allowed domain before the @', 'eve@allowed.test@elsewhere.test'],
    ])('%s, without an account', async (_, email) => {
      sso.provider.people.set('e', verified(email))
      expect((await sso.signInAs('e')).failure).toMatch(/^(not_invited|unverified_address)$/)
      const users = await db().selectFrom('users').select('email').execute()
      expect(users).toEqual([{ email: owner.email }])
      expect(await sso.refusals()).toHaveLength(1)
    })

    it.each([
      ['unverified', { email: owner.email, email_verified: false }],
      ['not said to be verified', { email: owner.email }],
      ['missing', { email_verified: true }],
    ])('an address that is %s', async (_, person) => {
      sso.provider.people.set('e', person)
      expect((await sso.signInAs('e')).failure).toBe('unverified_address')
      expect(await sso.linksOf(owner.email)).toEqual([])
      expect(await sso.refusals()).toMatchObject([{ reason: 'unverified_address' }])
    })

    it('a person who declines at the provider', async () => {
      expect((await sso.signInAs(undefined)).failure).toBe('denied')
      expect(await sso.refusals()).toMatchObject([{ reason: 'denied' }])
    })
  })

  describe('a Google account', () => {
    const admitted = async (organisation: string | undefined) => {
      const person = {
        issuer: 'https://accounts.google.com',
        subject: `of ${organisation}`,
        email: `ada@allowed.test`,
        organisation,
        authenticatedAt: sso.now(),
      }
      const admission = await db()
        .transaction()
        .execute((trx) =>
          admit(trx, { ...sso.app.identity, passwordHash: 'x' }, sso.settings(), person, sso.now()),
        )
      return 'failure' in admission ? admission.failure : 'admitted'
    }

    it('is of an allowed domain as a member of the organisation, not by its address alone', async () => {
      expect(await admitted(undefined)).toBe('not_invited')
      expect(await admitted('elsewhere.test')).toBe('not_invited')
      expect(await admitted('Allowed.test')).toBe('admitted')
    })
  })

  describe('the second factor', () => {
    it('of the account is needed as after a password', async () => {
      await sso.signInAs('o')
      await changeAdmin(sso.app.identity, await ownPrincipal(), (await ownPrincipal()).userId, {
        second_factor_required: true,
      })
      const browser = sso.app.openBrowser()
      expect((await browser.signIn('o')).failure).toBeNull()
      expect(await browser.role()).toBe('insufficient_aal')
    })

    it('that the configuration requires is needed as after a password', async () => {
      const admin = { ...owner, demo: false, requireSecondFactor: true }
      const house = await openSingleSignOn(db(), sso.settings(), sso.now, { admin })
      const browser = house.openBrowser()
      expect((await browser.signIn('o')).failure).toBeNull()
      expect(await browser.role()).toBe('insufficient_aal')
    })
  })
})

describe('an address', () => {
  it('is compared without case', () => {
    expect(readAddress('Ada@Example.org')).toBe('ada@example.org')
  })

  it.each(['\u212Aate@example.org', 'ada@exa\u212Aple.org', 'ada', 'ada@example.org\n', undefined])(
    'with letters that become others in lower case is none (%s)',
    (email) => {
      expect(readAddress(email)).toBeUndefined()
    },
  )
})
