import { Session, SIGNED_IN_COOKIE } from '@half-measure/shared/auth/session.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { owner } from '../../test/postgres/test-identity.ts'
import { ApiError } from '../platform/api-error.ts'
import { embeddedOrigins } from '../testing/origins.ts'
import {
  type BrowserCall,
  COOKIE,
  openTestBrowser,
  refusal,
  type TestBrowser,
} from '../../test/postgres/test-browser.ts'

/** The cookie of that name that a response sets; empty if it sets none. */
function setCookie(headers: Headers, name: string): string {
  return headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`)) ?? ''
}

describePostgres('sessions', (db) => {
  let browser: TestBrowser

  beforeEach(async () => {
    browser = await openTestBrowser(db())
  })

  const signIn = (body: unknown = owner, call: BrowserCall = {}) =>
    browser.post('/token?grant_type=password', { body, ...call })
  const refresh = (call?: BrowserCall) => browser.post('/token?grant_type=refresh_token', call)

  describe('POST /token with a password', () => {
    it('puts the refresh token into a cookie that scripts cannot read, and not into the body', async () => {
      const { status, headers, json } = await signIn()
      expect(status).toBe(200)
      expect(Session.strict().parse(json).refresh_token).toBeUndefined()
      const cookie = setCookie(headers, COOKIE)
      expect(cookie).toMatch(new RegExp(`^${COOKIE}=[\\w-]{43}; `))
      expect(cookie.split('; ').slice(1).sort()).toEqual([
        'HttpOnly',
        'Max-Age=604800',
        'Path=/',
        'SameSite=Strict',
        'Secure',
      ])
      expect(headers.get('Cache-Control')).toBe('no-store')
    })

    it('sets a hint beside it, which goes with it, also where there is nothing to refresh', async () => {
      const { headers } = await signIn()
      const [hint = '', ...attributes] = setCookie(headers, SIGNED_IN_COOKIE).split('; ')
      expect(hint).toBe(`${SIGNED_IN_COOKIE}=1`)
      // The application reads it, and so does the server when a link from an email is opened.
      expect(attributes.sort()).toEqual(['Max-Age=604800', 'Path=/', 'SameSite=Lax', 'Secure'])
      for (const cookie of [undefined, 'x'.repeat(43)]) {
        const refused = await refresh(cookie ? { cookie } : {})
        expect(refused.status).toBeGreaterThanOrEqual(400)
        expect(setCookie(refused.headers, SIGNED_IN_COOKIE)).toMatch(/=; Max-Age=0;/)
      }
    })

    it('uses a plain cookie for the auth routes over http on loopback', async () => {
      browser = await openTestBrowser(db(), { origins: embeddedOrigins })
      const { headers } = await signIn()
      const [value = '', ...attributes] = setCookie(headers, 'half-measure-refresh').split('; ')
      expect(value).toMatch(/^half-measure-refresh=[\w-]{43}$/)
      expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/api/auth', 'SameSite=Strict'])
      const refreshed = await refresh({ headers: { Cookie: value } })
      expect(refreshed.status).toBe(200)
    })

    it('never puts into the body what came as a cookie', async () => {
      const first = await browser.signIn()
      const { headers, json } = await refresh({
        cookie: first.refresh_token,
        headers: { 'X-Session-Mode': 'token' },
      })
      expect(Session.parse(json).refresh_token).toBeUndefined()
      expect(setCookie(headers, COOKIE)).not.toBe('')
    })

    it('leaves a mark in the browser, by which a stranger’s guesses do not lock its owner out', async () => {
      const { headers } = await signIn()
      const [mark = '', ...attributes] = setCookie(headers, '__Host-half-measure-device').split('; ')
      expect(attributes.sort()).toEqual([
        'HttpOnly',
        'Max-Age=34560000',
        'Path=/',
        'SameSite=Strict',
        'Secure',
      ])
      const wrong = { ...owner, password: 'not the password' }
      for (let n = 0; n < 10; n += 1) await signIn(wrong)
      expect((await signIn()).status).toBe(429)
      const known = await signIn(owner, { headers: { Cookie: mark } })
      expect(known.status).toBe(200)
    })

    it('puts it into the body, and not into a cookie, for a client that requests it', async () => {
      const { headers, json } = await signIn(owner, { headers: { 'X-Session-Mode': 'token' } })
      expect(Session.required().parse(json).refresh_token).toMatch(/^[\w-]{43}$/)
      expect(headers.get('Set-Cookie')).toBeNull()
    })

    it.each([
      [undefined],
      ['not json'],
      [[]],
      [{}],
      [{ email: owner.email }],
      [{ password: owner.password }],
      [{ email: '', password: owner.password }],
      [{ email: owner.email, password: '' }],
      [{ email: { $ne: null }, password: 1 }],
    ])('says what is missing: %j', async (body) => {
      for (const path of ['/token?grant_type=password', '/signup', '/ensure-admin-user']) {
        const { status, json } = await browser.post(path, { body })
        expect([status, json]).toEqual([
          400,
          refusal('validation_failed', 'You must provide either an email or phone number and a password'),
        ])
      }
    })

    it('says of a phone number with a password that phones are not supported', async () => {
      for (const path of ['/token?grant_type=password', '/signup']) {
        const { status, json } = await browser.post(path, {
          body: { phone: '+441632960001', password: owner.password },
        })
        expect([status, json]).toEqual([
          422,
          refusal('phone_provider_disabled', 'Phone logins are disabled: sign in with an email address'),
        ])
      }
    })

    it('refuses what is no address, however it is made', async () => {
      for (const email of ['owner', 'owner\u0000@halfmeasure.test', "' or 1=1 --"]) {
        const { status, json } = await signIn({ ...owner, email })
        expect([status, json]).toEqual([400, refusal('validation_failed')])
      }
    })

    it('says when to come back after too many failures', async () => {
      const body = { ...owner, password: 'wrong one' }
      for (let n = 0; n < 10; n += 1) await signIn(body)
      const { status, headers, json } = await signIn()
      expect([status, json]).toEqual([429, refusal('over_request_rate_limit')])
      expect(headers.get('Retry-After')).toBe('300')
      expect(headers.get('Cache-Control')).toBe('no-store')
    })

    it('counts clients by the address that proxies report', async () => {
      for (let n = 0; n < 30; n += 1) {
        await signIn({ email: `p${n}@b.test`, password: 'wrong one' })
      }
      expect((await signIn()).status).toBe(429)
      const elsewhere = { 'X-Test-Client': '198.51.100.1' }
      expect((await signIn(owner, { headers: elsewhere })).status).toBe(200)
    })

    it('reads no more than a small body', async () => {
      const { status, json } = await signIn({ ...owner, password: 'x'.repeat(17_000) })
      expect([status, json]).toEqual([413, refusal('body_too_large')])
    })

    it('knows three kinds of grant', async () => {
      const { status, json } = await browser.post('/token?grant_type=magic', { body: owner })
      expect([status, json]).toEqual([400, refusal('unsupported_grant_type')])
    })
  })

  describe('POST /token with a refresh token', () => {
    it('keeps the cookie while the database is busy', async () => {
      const { refresh_token: cookie } = await browser.signIn()
      const { publicDb } = browser.identity
      vi.spyOn(publicDb, 'transaction').mockImplementationOnce(() => {
        throw new ApiError(503, 'over_capacity', 'Too much is going on at the moment. Please try again.')
      })
      const { status, headers } = await refresh({ cookie })
      expect([status, headers.getSetCookie()]).toEqual([503, []])
      expect((await refresh({ cookie })).status).toBe(200)
    })

    it('takes it from the cookie, and puts the next one there', async () => {
      const first = await browser.signIn()
      const { status, headers, json } = await refresh({ cookie: first.refresh_token })
      expect(status).toBe(200)
      expect(Session.parse(json).user).toEqual(first.user)
      expect(headers.get('Set-Cookie')).toMatch(
        new RegExp(`^${COOKIE}=(?!${first.refresh_token})[\\w-]{43}; `),
      )
    })

    it('takes it from the body, and puts the next one there for a client that requests it', async () => {
      const first = await browser.signIn()
      const { json } = await refresh({
        body: { refresh_token: first.refresh_token },
        headers: { 'X-Session-Mode': 'token' },
      })
      expect(Session.required().parse(json).refresh_token).not.toBe(first.refresh_token)
    })

    it('does not end the session while the database is unavailable', async () => {
      const { refresh_token } = await browser.signIn()
      vi.spyOn(browser.identity.db, 'transaction').mockImplementationOnce(() => {
        throw new Error('Connection terminated unexpectedly')
      })
      const unavailable = await refresh({ cookie: refresh_token })
      expect([unavailable.status, unavailable.json]).toEqual([503, refusal('database_unavailable')])
      expect(unavailable.headers.get('Set-Cookie')).toBeNull()
      const back = await refresh({ cookie: refresh_token })
      expect(back.status).toBe(200)
    })

    it('misses the session where there is no token', async () => {
      const { status, json } = await refresh()
      expect([status, json]).toEqual([400, refusal('refresh_token_not_found', 'Auth session missing')])
    })

    it('accepts a spent token of a body for ten seconds', async () => {
      const { refresh_token } = await browser.signIn()
      const present = () => refresh({ body: { refresh_token } })
      expect((await present()).status).toBe(200)
      browser.clock.advance({ seconds: 10 })
      expect((await present()).status).toBe(200)
      browser.clock.advance({ seconds: 1 })
      expect((await present()).json).toEqual(refusal('refresh_token_already_used'))
    })

    it('ends the session and clears the cookie when a spent token comes back, access tokens included', async () => {
      const first = await browser.signIn()
      const rotated = await refresh({ cookie: first.refresh_token })
      browser.clock.advance({ seconds: 61 })
      const { status, headers, json } = await refresh({ cookie: first.refresh_token })
      expect([status, json]).toEqual([400, refusal('refresh_token_already_used')])
      expect(headers.get('Set-Cookie')).toMatch(new RegExp(`^${COOKIE}=; Max-Age=0; Path=/`))
      const summary = await browser.request('GET', '/api/stats/summary', {
        bearer: Session.parse(rotated.json).access_token,
      })
      expect([summary.status, summary.json]).toEqual([401, refusal('session_not_found')])
    })
  })

  describe('POST /logout', () => {
    it.each(['cookie', 'body', 'bearer'])('ends the session that the %s names, at once', async (by) => {
      const { access_token, refresh_token } = await browser.signIn()
      const call = {
        cookie: { cookie: refresh_token },
        body: { body: { refresh_token } },
        bearer: { bearer: access_token },
      }[by]
      const { status, headers } = await browser.post('/logout', call)
      expect(status).toBe(204)
      expect(headers.get('Set-Cookie')).toContain('Max-Age=0')
      expect((await browser.request('GET', '/api/stats/summary', { bearer: access_token })).status).toBe(401)
      const refreshed = await refresh({ body: { refresh_token } })
      expect(refreshed.json).toEqual(refusal('session_not_found'))
    })

    it('leaves the cookie of a session that could not be ended', async () => {
      const { access_token, refresh_token: cookie } = await browser.signIn()
      vi.spyOn(browser.identity.db, 'transaction').mockImplementationOnce(() => {
        throw new Error('Connection terminated unexpectedly')
      })
      const { status, headers } = await browser.post('/logout', { cookie, bearer: access_token })
      expect([status, headers.getSetCookie()]).toEqual([503, []])
      expect((await browser.post('/logout', { cookie })).status).toBe(204)
      expect((await browser.request('GET', '/api/stats/summary', { bearer: access_token })).status).toBe(401)
    })

    it('does nothing without a session', async () => {
      expect((await browser.post('/logout')).status).toBe(204)
      expect((await browser.post('/logout', { cookie: 'unknown' })).status).toBe(204)
    })

    it('does not pretend to have ended what it cannot know', async () => {
      const { status, json } = await browser.post('/logout', { bearer: 'forged' })
      expect([status, json]).toEqual([401, refusal('bad_jwt', 'Invalid token')])
    })
  })
})
