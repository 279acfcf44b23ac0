import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AuthUser } from '@half-measure/shared/auth/session.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { client, openProvider, type TestProvider } from '../../../test/openid-provider.ts'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import {
  CALLBACK,
  openSingleSignOn,
  type SingleSignOnApp,
} from '../../../test/postgres/single-sign-on-browser.ts'
import { addAccount, owner } from '../../../test/postgres/test-identity.ts'
import type { SingleSignOnConfig } from '../../config/config.ts'
import { waitingEmails } from '../../email/testing/test-outbox.ts'
import { accountRecords } from '../account-records.ts'
import { revokeAdmin } from '../admins.ts'
import { signIn } from '../sign-in.ts'
import { changeAdmin, inviteAdmin } from '../team.ts'
import { authenticate, identify, type Principal } from '../authenticate.ts'
import { admit, readAddress } from './admit.ts'
import { FLOW_MS } from './flow.ts'
import { createProvider } from './provider.ts'

let provider: TestProvider
let ahead = 0
const now = () => new Date(Date.now() + ahead)

beforeAll(async () => {
  // It warns of what it is not meant for.
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'info').mockReturnValue()
  provider = await openProvider(CALLBACK)
})
afterAll(() => provider.close())

const verified = (email: string) => ({ email, email_verified: true })

function settings(overrides: Partial<SingleSignOnConfig> = {}): SingleSignOnConfig {
  return {
    issuer: provider.issuer,
    clientId: client.id,
    clientSecret: client.secret,
    allowedDomains: ['allowed.test'],
    name: 'Brewery ID',
    ...overrides,
  }
}

describePostgres('single sign-on', (db) => {
  let sso: SingleSignOnApp

  beforeEach(async () => {
    ahead = 0
    provider.forge(undefined)
    provider.people.clear()
    provider.people.set('o', verified(owner.email))
    sso = await openSingleSignOn(db(), settings(), now)
  })

  const signInAs = async (subject: string | undefined) => sso.openBrowser().signIn(subject)
  const audit = async () => {
    const rows = await db()
      .selectFrom('audit_log')
      .select(['event', 'user_id', 'details'])
      .orderBy('id')
      .execute()
    return rows.map(({ event, user_id, details }) => ({ event, hasUser: user_id !== null, details }))
  }
  const refusals = async () => (await audit()).filter(({ event }) => event === 'single_sign_on_refused')
  const linksOf = (email: string) =>
    db()
      .selectFrom('identities')
      .innerJoin('users', 'users.id', 'identities.user_id')
      .select(['issuer', 'subject'])
      .where('email', '=', email)
      .execute()
  const ownPrincipal = async (): Promise<Principal> => {
    const { session } = await signIn(sso.identity, owner, '203.0.113.7')
    return authenticate(sso.identity, session.access_token)
  }
  const invite = async (email: string, role: 'owner' | 'editor' = 'editor') =>
    inviteAdmin(sso.identity, await ownPrincipal(), { email, role })

  describe('admits', () => {
    it('an administrator, whose account is linked and who is told', async () => {
      const browser = sso.openBrowser()
      expect(await browser.signIn('o', { next: '/admin/team?x=1' })).toEqual({
        failure: null,
        next: '/admin/team?x=1',
      })
      const { user, aal } = await browser.session()
      expect([user.email, aal, await browser.role()]).toEqual([owner.email, 'aal1', 'owner'])
      expect(AuthUser.parse(user).identities).toEqual([
        { provider: 'email', identity_id: user.id },
        { provider: 'oidc', identity_id: 'o', issuer: provider.issuer, linked_at: expect.any(String) },
      ])
      expect(await audit()).toEqual(
        expect.arrayContaining([
          { event: 'single_sign_on_linked', hasUser: true, details: { issuer: provider.issuer } },
          { event: 'signed_in', hasUser: true, details: { method: 'oidc' } },
        ]),
      )
      const subjects = (await waitingEmails(db())).map(({ subject }) => subject)
      expect(subjects).toEqual(['Your account can be opened with single sign-on now'])
      expect(await accountRecords(db(), owner.email)).toMatchObject({ linked_identities: [{ subject: 'o' }] })

      await signInAs('o')
      expect(await waitingEmails(db())).toHaveLength(1)
      expect(await linksOf(owner.email)).toHaveLength(1)
    })

    it('an invited address, in the role of the invitation, whose link then works no more', async () => {
      await invite('new@elsewhere.test')
      provider.people.set('n', verified('New@Elsewhere.test'))
      const browser = sso.openBrowser()
      expect((await browser.signIn('n')).failure).toBeNull()
      expect(await browser.role()).toBe('editor')
      const open = await db()
        .selectFrom('account_tokens')
        .select('purpose')
        .where('used_at', 'is', null)
        .execute()
      expect(open).toEqual([])
      expect(await audit()).toContainEqual({ event: 'invitation_accepted', hasUser: true, details: {} })
    })

    it('an address of an allowed domain as an analyst', async () => {
      provider.people.set('a', verified('Ada@Allowed.test'))
      const browser = sso.openBrowser()
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
      provider.people.set('a', verified('ada@allowed.test'))
      provider.people.set('b', verified('ada@allowed.test'))
      const visits = await Promise.all(
        ['a', 'b', 'a'].map(async (subject) => {
          const browser = sso.openBrowser()
          return { browser, ...(await browser.visit(subject)) }
        }),
      )
      const outcomes = await Promise.all(visits.map(({ browser, callback }) => browser.finish(callback)))
      const failures = outcomes.map(({ failure }) => failure)
      expect(failures).toContain(null)
      expect(failures.filter((failure) => failure !== null && failure !== 'other_account')).toEqual([])
      expect(await linksOf('ada@allowed.test')).toHaveLength(1)
    })

    it('a person whose address has changed at the provider to their own account, and to no other', async () => {
      await signInAs('o')
      await addAccount(db(), 'other@halfmeasure.test', { at: now() })
      provider.people.set('o', verified('other@halfmeasure.test'))
      const browser = sso.openBrowser()
      expect((await browser.signIn('o')).failure).toBeNull()
      expect((await browser.session()).user.email).toBe(owner.email)
    })

    it('an address that stands in the ID token as well as one in the profile', async () => {
      provider.people.set('o', {})
      provider.forge({ claims: verified(owner.email) })
      expect((await signInAs('o')).failure).toBeNull()
    })

    it('a domain that Microsoft says its tenant owns, where it says nothing of the address', async () => {
      provider.people.set('o', {})
      provider.forge({ claims: { email: owner.email, xms_edov: true } })
      expect((await signInAs('o')).failure).toBeNull()
      provider.forge({ claims: { email: owner.email, xms_edov: true, email_verified: false } })
      expect((await signInAs('o')).failure).toBe('unverified_address')
    })
  })

  describe('refuses', () => {
    it.each([
      ['a stranger', 'eve@elsewhere.test'],
      ['a subdomain of an allowed domain', 'eve@sub.allowed.test'],
      ['a domain that ends like an allowed one', 'eve@notallowed.test'],
      ['an allowed domain before the @', 'eve@allowed.test@elsewhere.test'],
    ])('%s, without an account', async (_, email) => {
      provider.people.set('e', verified(email))
      expect((await signInAs('e')).failure).toMatch(/^(not_invited|unverified_address)$/)
      const users = await db().selectFrom('users').select('email').execute()
      expect(users).toEqual([{ email: owner.email }])
      expect(await refusals()).toHaveLength(1)
    })

    it.each([
      ['unverified', { email: owner.email, email_verified: false }],
      ['of which nothing is said', { email: owner.email }],
      ['missing', { email_verified: true }],
    ])('an address that is %s', async (_, person) => {
      provider.people.set('e', person)
      expect((await signInAs('e')).failure).toBe('unverified_address')
      expect(await linksOf(owner.email)).toEqual([])
      expect(await refusals()).toMatchObject([{ details: { reason: 'unverified_address' } }])
    })

    it('another person with the address of a linked account, until it is invited again', async () => {
      await invite('new@elsewhere.test')
      provider.people.set('n', verified('new@elsewhere.test'))
      await signInAs('n')
      provider.people.set('m', verified('new@elsewhere.test'))
      expect((await signInAs('m')).failure).toBe('other_account')
      expect(await refusals()).toEqual([
        { event: 'single_sign_on_refused', hasUser: true, details: { reason: 'other_account' } },
      ])
      await revokeAdmin(sso.identity, 'new@elsewhere.test')
      await invite('new@elsewhere.test')
      expect((await signInAs('m')).failure).toBeNull()
      expect(await linksOf('new@elsewhere.test')).toMatchObject([{ subject: 'm' }])
      expect((await signInAs('n')).failure).toBe('other_account')
    })

    it('a former administrator, by domain, by another address and by an earlier one too', async () => {
      provider.people.set('a', verified('ada@allowed.test'))
      await signInAs('a')
      await revokeAdmin(sso.identity, 'ada@allowed.test')
      expect((await signInAs('a')).failure).toBe('not_invited')
      provider.people.set('a', verified('ada.married@allowed.test'))
      expect((await signInAs('a')).failure).toBe('not_invited')
      await addAccount(db(), 'x@elsewhere.test', { at: now(), formerEmails: ['bob@allowed.test'] })
      provider.people.set('b', verified('bob@allowed.test'))
      expect((await signInAs('b')).failure).toBe('not_invited')
    })

    it('an invitation that has expired', async () => {
      await invite('new@elsewhere.test')
      await db().updateTable('account_tokens').set({ expires_at: now() }).execute()
      provider.people.set('n', verified('new@elsewhere.test'))
      expect((await signInAs('n')).failure).toBe('not_invited')
    })

    it('a person who declines at the provider', async () => {
      expect((await signInAs(undefined)).failure).toBe('denied')
      expect(await refusals()).toMatchObject([{ details: { reason: 'denied' } }])
    })

    it.each([
      ['nonce', { claims: { nonce: 'another' } }],
      ['issuer', { claims: { iss: 'https://elsewhere.test' } }],
      ['audience', { claims: { aud: 'another client' } }],
      ['time', { claims: { exp: 1 } }],
      ['signature', { key: 'foreign' as const }],
    ])('an ID token with a forged %s', async (_, forgery) => {
      provider.forge(forgery)
      expect((await signInAs('o')).failure).toBe('failed')
      expect(await refusals()).toMatchObject([{ details: { reason: 'failed' } }])
      expect(await linksOf(owner.email)).toEqual([])
    })
  })

  describe('the way back from the provider', () => {
    it('works once', async () => {
      const browser = sso.openBrowser()
      const { callback } = await browser.visit('o')
      const { flow } = browser
      expect((await browser.finish(callback)).failure).toBeNull()
      expect((await browser.finish(callback)).failure).toBe('expired')
      browser.flow = flow
      expect((await browser.finish(callback)).failure).toBe('expired')
    })

    it('works in the browser that went there, and in no other', async () => {
      const browser = sso.openBrowser()
      const { callback } = await browser.visit('o')
      const victim = sso.openBrowser()
      expect((await victim.finish(callback)).failure).toBe('expired')
      await victim.start()
      expect((await victim.finish(callback)).failure).toBe('failed')
      expect(victim.cookies.size).toBe(0)
    })

    it('works for ten minutes', async () => {
      const browser = sso.openBrowser()
      const { callback } = await browser.visit('o')
      ahead = FLOW_MS
      expect((await browser.finish(callback)).failure).toBe('expired')
    })

    it('does not take a flow that was changed or made elsewhere', async () => {
      const browser = sso.openBrowser()
      const { callback } = await browser.visit('o')
      const { flow } = browser
      browser.flow = `${flow.slice(0, -3)}AAA`
      expect((await browser.finish(callback)).failure).toBe('expired')
      browser.flow = flow
      callback.searchParams.set('state', 'another')
      expect((await browser.finish(callback)).failure).toBe('failed')
    })

    it.each(['', '?code=x', '?error=', '?state=x&state=y', '?error=server_error&code=%00'])(
      'answers nonsense (%s) with the sign-in page',
      async (query) => {
        const browser = sso.openBrowser()
        expect((await browser.finish(new URL(CALLBACK + query))).failure).toBe('expired')
        await browser.start()
        expect((await browser.finish(new URL(CALLBACK + query))).failure).toBe('failed')
      },
    )

    it.each(['https://evil.test/', '//evil.test', String.raw`/\evil.test`, 'javascript:alert(1)'])(
      'leads to the sign-in page alone, which checks where to go on (%s)',
      async (next) => {
        const browser = sso.openBrowser()
        // `finish` fails for any other page.
        expect(await browser.signIn('o', { next })).toEqual({ failure: null, next })
      },
    )

    it('is limited for each client like a sign-in', async () => {
      const browser = sso.openBrowser()
      for (let n = 0; n < 30; n += 1)
        expect((await browser.finish(new URL(CALLBACK))).failure).toBe('expired')
      const { callback } = await browser.visit('o')
      expect((await browser.finish(callback)).failure).toBe('too_many_attempts')
      const elsewhere = await browser.visit('o')
      const outcome = await browser.finish(elsewhere.callback, { 'X-Test-Client': '198.51.100.1' })
      expect(outcome.failure).toBeNull()
    })

    it('keeps no token of the provider', async () => {
      await signInAs('o')
      const tables = await db()
        .selectFrom('sessions')
        .fullJoin('identities', 'identities.user_id', 'sessions.user_id')
        .selectAll()
        .execute()
      expect(JSON.stringify(tables)).not.toMatch(/eyJ|access_token/)
    })
  })

  describe('a Google account', () => {
    const admitted = async (organisation: string | undefined) => {
      const person = {
        issuer: 'https://accounts.google.com',
        subject: `of ${organisation}`,
        email: `ada@allowed.test`,
        organisation,
        authenticatedAt: now(),
      }
      const admission = await db()
        .transaction()
        .execute((trx) => admit(trx, sso.identity, settings(), person, now()))
      return admission.outcome
    }

    it('is of an allowed domain as a member of the organisation, not by its address alone', async () => {
      expect(await admitted(undefined)).toBe('refused')
      expect(await admitted('elsewhere.test')).toBe('refused')
      expect(await admitted('Allowed.test')).toBe('admitted')
    })
  })

  describe('the second factor', () => {
    it('of the account or the house is needed as after a password', async () => {
      await signInAs('o')
      await changeAdmin(sso.identity, await ownPrincipal(), (await ownPrincipal()).userId, {
        second_factor_required: true,
      })
      const browser = sso.openBrowser()
      expect((await browser.signIn('o')).failure).toBeNull()
      expect(await browser.role()).toBe('insufficient_aal')
    })
  })

  describe('a recent proof', () => {
    const provenAt = async (browser: ReturnType<SingleSignOnApp['openBrowser']>) => {
      const { access_token: token } = await browser.session()
      return (await identify(sso.identity, token)).provenAt.getTime()
    }

    it('is as old as the sign-in at the provider', async () => {
      const browser = sso.openBrowser()
      const before = Date.now() - 1_000
      await browser.signIn('o')
      const first = await provenAt(browser)
      expect(first).toBeGreaterThanOrEqual(before)
      ahead = 60_000
      await browser.signIn('o')
      expect(await provenAt(browser)).toBe(first)
    })

    it('is none where the provider does not say when that was', async () => {
      const browser = sso.openBrowser()
      await browser.signIn('o')
      provider.forge({ claims: { auth_time: undefined } })
      await browser.signIn('o')
      expect(await provenAt(browser)).toBe(0)
      expect((await browser.signIn('o', { confirm: '1' })).failure).toBe('not_confirmed')
    })

    it('comes from signing in there again, in a session that takes the place of the old one', async () => {
      const browser = sso.openBrowser()
      await browser.signIn('o')
      const old = await browser.session()
      const { callback, wasAsked } = await browser.visit('o', { confirm: '1' })
      expect(wasAsked).toBe(true)
      expect((await browser.finish(callback)).failure).toBeNull()
      expect(Date.now() - (await provenAt(browser))).toBeLessThan(60_000)
      await expect(identify(sso.identity, old.access_token)).rejects.toMatchObject({
        code: 'session_not_found',
      })
    })

    it('is not taken from a provider that did not ask', async () => {
      const browser = sso.openBrowser()
      await browser.signIn('o')
      provider.forge({ claims: { auth_time: Math.floor(Date.now() / 1_000) - 60 } })
      expect((await browser.signIn('o', { confirm: '1' })).failure).toBe('not_confirmed')
      expect(await refusals()).toMatchObject([{ details: { reason: 'not_confirmed' } }])
    })

    it('lets nobody set a password without the old one', async () => {
      const browser = sso.openBrowser()
      await browser.signIn('o')
      const { access_token: token } = await browser.session()
      expect(await identify(sso.identity, token)).toMatchObject({ maySetPassword: false })
    })
  })

  describe('without an answer of the provider', () => {
    const startWith = async (issuer: string) => {
      const away = await openSingleSignOn(db(), settings({ issuer }), now)
      const location = await away.openBrowser().start({ next: '/admin/team' })
      return { away, failure: new URL(location).searchParams.get('failure'), location }
    }

    it('the sign-in page says so, and a password still signs in', async () => {
      const gone = await openProvider(CALLBACK)
      await gone.close()
      const { away, failure, location } = await startWith(gone.issuer)
      expect(failure).toBe('unavailable')
      expect(new URL(location).searchParams.get('next')).toBe('/admin/team')
      expect((await signIn(away.identity, owner, '203.0.113.7')).session.user.email).toBe(owner.email)
    })

    it.each([
      ['an error', 500, '{}'],
      ['a page', 200, '<!doctype html>'],
      ['metadata of another issuer', 200, JSON.stringify({ issuer: 'https://elsewhere.test' })],
    ])('nor with %s', async (_, status, body) => {
      const server = createServer((_request, response) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(body),
      ).listen(0, '127.0.0.1')
      await new Promise((resolve) => server.once('listening', resolve))
      const { failure } = await startWith(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      expect(failure).toBe('unavailable')
      server.close()
      server.closeAllConnections()
    })

    it('the way back fails as well, and the next attempt works', async () => {
      const other = await openProvider(CALLBACK)
      const here = await openSingleSignOn(db(), settings({ issuer: other.issuer }), now)
      other.people.set('o', verified(owner.email))
      const browser = here.openBrowser()
      const { callback } = await browser.visit('o')
      await other.close()
      expect((await browser.finish(callback)).failure).toBe('unavailable')
      expect(await refusals()).toEqual([])
    })

    it('the client’s secret goes into a header where the provider takes it there alone', async () => {
      const other = await openProvider(CALLBACK, { authentication: 'client_secret_basic' })
      const here = await openSingleSignOn(db(), settings({ issuer: other.issuer }), now)
      other.people.set('o', verified(owner.email))
      expect((await here.openBrowser().signIn('o')).failure).toBeNull()
      await other.close()
    })

    it('nobody waits longer than the deadline', async () => {
      const slow = await openProvider(CALLBACK)
      slow.hold()
      const { issuer } = slow
      const held = createProvider(settings({ issuer }), CALLBACK, { deadlineMs: 50 })
      const flow = { state: 's', nonce: 'n', verifier: 'v'.repeat(43), startedAt: 0 }
      await expect(held.authorizationUrl(flow)).rejects.toMatchObject({ code: 'unavailable' })
      await slow.close()
    })
  })

  it('is an option that the sign-in page asks for', async () => {
    const options = async (app: SingleSignOnApp) => (await app.app.request('/api/auth/options')).json()
    expect(await options(sso)).toEqual({ single_sign_on: { name: 'Brewery ID' } })
    const without = await openSingleSignOn(db(), undefined, now)
    expect(await options(without)).toEqual({ single_sign_on: null })
    expect((await without.app.request('/api/auth/oidc/start')).status).toBe(404)
    expect((await without.app.request('/api/auth/oidc/callback')).status).toBe(404)
  })

  it('keeps a sign-in that is under way in a cookie that comes back with a link from the provider', async () => {
    const { headers } = await sso.app.request('/api/auth/oidc/start')
    const cookie = headers.getSetCookie().find((set) => set.includes('single-sign-on')) ?? ''
    expect(cookie.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=600',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ])
  })

  it('begins on the dashboard’s origin, whichever name of this machine was used', async () => {
    const origins = {
      site: 'http://localhost:8080',
      dashboard: 'http://localhost:8081',
      loopbackAliases: true,
    }
    const local = await openSingleSignOn(db(), settings(), now, { origins })
    const startAt = async (origin: string) => {
      const { headers } = await local.app.request(`${origin}/api/auth/oidc/start?next=/admin/team`)
      return headers.get('location')
    }
    expect(await startAt('http://127.0.0.1:8081')).toBe(
      'http://localhost:8081/api/auth/oidc/start?next=/admin/team',
    )
    expect(await startAt('http://localhost:8081')).toContain(`${provider.issuer}/auth?`)
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
