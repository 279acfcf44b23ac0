import { DemoCredentials, Session } from '@half-measure/shared/auth/session.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { auditedEvents, openTestIdentity, owner } from '../../test/postgres/test-identity.ts'
import { openTestBrowser, refusal, type TestBrowser } from '../../test/postgres/test-browser.ts'
import { waitingEmails } from '../email/testing/test-outbox.ts'
import { resetPassword, revokeAdmin } from './admins.ts'

const dashboard = 'https://admin.halfmeasure.test'

describePostgres('the auth routes', (db) => {
  let browser: TestBrowser

  beforeEach(async () => {
    browser = await openTestBrowser(db())
  })

  describe('routes that need a token', () => {
    it('GET /user describes the bearer of the token', async () => {
      const session = await browser.signIn()
      expect((await browser.get('/user', { bearer: session.access_token })).json).toEqual(session.user)
    })

    it.each(['/api/auth/user', '/api/auth/admin', '/api/stats/summary'])(
      '%s responds with 401 without a token, with a wrong one and with an expired one',
      async (path) => {
        const { access_token } = await browser.signIn()
        const none = await browser.request('GET', path)
        expect([none.status, none.json]).toEqual([401, refusal('no_authorization')])
        const wrong = await browser.request('GET', path, { bearer: `${access_token}x` })
        expect([wrong.status, wrong.json]).toEqual([401, refusal('bad_jwt', 'Invalid token')])
        browser.clock.advance({ minutes: 16 })
        const expired = await browser.request('GET', path, { bearer: access_token })
        expect([expired.status, expired.json]).toEqual([401, refusal('bad_jwt', 'Expired JWT')])
      },
    )

    it('administrators pass, with their role', async () => {
      const { access_token } = await browser.signIn()
      expect((await browser.get('/admin', { bearer: access_token })).json).toEqual({ role: 'owner' })
      const summary = await browser.request('GET', '/api/stats/summary', { bearer: access_token })
      expect([summary.status, summary.json]).toEqual([200, { requester: owner.email }])
    })

    it('everybody else who is signed in gets 403, from the revocation on', async () => {
      const { access_token } = await browser.signIn()
      await revokeAdmin(browser.identity, owner.email)
      for (const path of ['/api/auth/admin', '/api/stats/summary']) {
        const { status, json } = await browser.request('GET', path, { bearer: access_token })
        expect([status, json]).toEqual([403, refusal('not_admin')])
      }
      expect((await browser.get('/user', { bearer: access_token })).status).toBe(200)
    })
  })

  describe('POST /ensure-admin-user', () => {
    it('gives the same response in any case', async () => {
      for (const body of [owner, { ...owner, password: 'wrong one' }, { ...owner, email: 'a@b.test' }]) {
        const { status, json } = await browser.post('/ensure-admin-user', { body })
        expect([status, json]).toEqual([200, {}])
      }
      expect(await auditedEvents(db())).toEqual([
        'first_admin_created',
        ...Array(3).fill('first_admin_checked'),
      ])
    })
  })

  describe('in the demonstration', () => {
    const reader = { email: 'reader@halfmeasure.test', password: 'just having a look' }

    it('GET /demo-credentials tells what the form is filled with, and is nowhere else', async () => {
      expect((await browser.get('/demo-credentials')).status).toBe(404)
      browser = await openTestBrowser(db(), { admin: { ...owner, demo: true, requireSecondFactor: false } })
      const { json } = await browser.get('/demo-credentials')
      expect(DemoCredentials.parse(json)).toEqual(owner)
    })

    it('GET /demo-credentials has nothing to fill the form with once they open nothing', async () => {
      const identity = await openTestIdentity(db(), () => new Date())
      browser = await openTestBrowser(db(), { admin: { ...owner, demo: true, requireSecondFactor: false } })
      await resetPassword(identity, { ...owner, password: 'the cellar door key' })
      expect((await browser.get('/demo-credentials')).status).toBe(404)
      await resetPassword(identity, owner)
      expect((await browser.get('/demo-credentials')).status).toBe(200)
      await revokeAdmin(identity, owner.email)
      expect((await browser.get('/demo-credentials')).status).toBe(404)
    })

    it('POST /signup makes an account without rights, and is closed elsewhere', async () => {
      const closed = await browser.post('/signup', { body: reader })
      expect([closed.status, closed.json]).toEqual([422, refusal('signup_disabled')])

      browser = await openTestBrowser(db(), { admin: { ...owner, demo: true, requireSecondFactor: false } })
      const { status, json } = await browser.post('/signup', { body: reader })
      const session = Session.parse(json)
      expect([status, session.user.email]).toEqual([200, reader.email])
      expect((await browser.get('/admin', { bearer: session.access_token })).status).toBe(403)
      expect((await browser.post('/token?grant_type=password', { body: reader })).status).toBe(200)
    })

    it.each([
      ['', 'https://halfmeasure.test/'],
      ['?redirect_to=https://halfmeasure.test/stories', 'https://halfmeasure.test/stories'],
    ])('POST /signup%s mails a way to %s', async (query, opens) => {
      browser = await openTestBrowser(db(), { admin: { ...owner, demo: true, requireSecondFactor: false } })
      expect((await browser.post(`/signup${query}`, { body: reader })).status).toBe(200)
      const [email] = await waitingEmails(db())
      expect([email?.recipient, email?.text]).toEqual([reader.email, expect.stringContaining(opens)])
    })

    it('POST /signup leads to no foreign address', async () => {
      browser = await openTestBrowser(db(), { admin: { ...owner, demo: true, requireSecondFactor: false } })
      const { status } = await browser.post('/signup?redirect_to=https://evil.test/', { body: reader })
      expect(status).toBe(400)
    })

    it('POST /signup refuses weak passwords with reasons, and addresses that have an account', async () => {
      browser = await openTestBrowser(db(), { admin: { ...owner, demo: true, requireSecondFactor: false } })
      const weak = await browser.post('/signup', { body: { ...reader, password: 'hunter2' } })
      expect([weak.status, weak.json]).toEqual([
        422,
        {
          error: {
            code: 'weak_password',
            message: expect.any(String),
            details: { reasons: ['length', 'pwned'] },
          },
        },
      ])
      const taken = await browser.post('/signup', { body: { ...reader, email: owner.email } })
      expect([taken.status, taken.json]).toEqual([422, refusal('user_already_exists')])
      expect((await browser.post('/token?grant_type=password', { body: owner })).status).toBe(200)
    })
  })

  describe('forged requests', () => {
    const cases: [string, Record<string, string>, boolean][] = [
      ['the dashboard', { Origin: dashboard, 'Sec-Fetch-Site': 'same-origin' }, true],
      ['a program', {}, true],
      ['the public site', { Origin: 'https://halfmeasure.test', 'Sec-Fetch-Site': 'same-site' }, false],
      [
        'the public site’s own address',
        { Origin: 'https://halfmeasure.test', 'Sec-Fetch-Site': 'same-origin' },
        false,
      ],
      ['another site', { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' }, false],
      ['another site in an old browser', { Origin: 'https://evil.test' }, false],
      ['a sandboxed frame', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }, false],
      ['a browser that hides the origin', { 'Sec-Fetch-Site': 'cross-site' }, false],
    ]
    it.each(cases)('from %s', async (_, headers, allowed) => {
      const { refresh_token } = await browser.signIn()
      const attempts = [
        await browser.post('/token?grant_type=refresh_token', { cookie: refresh_token, headers }),
        await browser.post('/token?grant_type=password', { body: owner, headers }),
        await browser.post('/logout', { cookie: refresh_token, headers }),
      ]
      const outcomes = attempts.map(({ status, json }) => (status === 403 ? json : status))
      const refused = refusal('origin_not_allowed')
      expect(outcomes).toEqual(allowed ? [200, 200, 204] : [refused, refused, refused])
      for (const { headers } of attempts) expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
    })
  })

  it('GET /.well-known/jwks.json publishes the keys for ten minutes', async () => {
    const { status, headers, json } = await browser.request('GET', '/.well-known/jwks.json')
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('public, max-age=600')
    expect(json).toEqual({
      keys: [expect.objectContaining({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })],
    })
    expect(JSON.stringify(json)).not.toContain('"d"')
  })
})
