import { DemoCredentials, Session } from '@half-measure/shared/auth/session.ts'
import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeEachPostgres } from '../../test/postgres/each-postgres.ts'
import {
  auditedEvents,
  authConfig,
  createTestAuth,
  owner,
  type AuthConfig,
} from '../../test/postgres/test-auth.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import type { Auth } from '../auth/auth.ts'
import type { AppEnv } from '../http/app-env.ts'
import { errorHandler } from '../http/error-handler.ts'
import { requireAdmin } from '../http/require-admin.ts'
import { createLogger } from '../logger.ts'
import { authRoutes, jwksHandler } from './auth.ts'

const dashboard = 'https://admin.halfmeasure.test'
const COOKIE = '__Host-half-measure-refresh'

/** The routes as the application mounts them, beside one that is for administrators. */
function createApp(auth: Auth, config: AuthConfig) {
  return new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set('clientAddress', c.req.header('X-Test-Client') ?? '203.0.113.7')
      await next()
    })
    .route('/api/auth', authRoutes(auth, { config }))
    .get('/.well-known/jwks.json', jwksHandler(auth))
    .get('/api/stats/summary', requireAdmin(auth), (c) => c.json({ asker: c.get('principal').email }))
    .onError(errorHandler(createLogger('silent')))
}

interface Call {
  body?: unknown
  headers?: Record<string, string>
  bearer?: string
  cookie?: string
}

describeEachPostgres('the auth routes', (db) => {
  let clock: TestClock
  let auth: Auth
  let app: ReturnType<typeof createApp>

  const build = async (overrides: Partial<AuthConfig> = {}) => {
    const config = authConfig(overrides)
    auth = await createTestAuth(db(), clock.now, config)
    app = createApp(auth, config)
  }

  beforeEach(async () => {
    clock = new TestClock()
    await build()
  })

  async function request(method: string, path: string, { body, headers = {}, bearer, cookie }: Call = {}) {
    const response = await app.request(path, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
        ...(cookie === undefined ? {} : { Cookie: `${COOKIE}=${cookie}` }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      json: (text === '' ? undefined : JSON.parse(text)) as never,
    }
  }
  const post = (path: string, call: Call = {}) => request('POST', `/api/auth${path}`, call)
  const get = (path: string, call: Call = {}) => request('GET', `/api/auth${path}`, call)
  const signIn = async () => {
    const { json } = await post('/token?grant_type=password', {
      body: owner,
      headers: { 'X-Session-Mode': 'token' },
    })
    return Session.required().parse(json)
  }
  const refusal = (code: string, message: unknown = expect.any(String)) => ({ error: { code, message } })

  describe('POST /token with a password', () => {
    it('puts the refresh token into a cookie that scripts cannot read, and not into the body', async () => {
      const { status, headers, json } = await post('/token?grant_type=password', { body: owner })
      expect(status).toBe(200)
      expect(Session.strict().parse(json).refresh_token).toBeUndefined()
      const cookie = headers.get('Set-Cookie') ?? ''
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

    it('uses a plain cookie for the auth routes over http on loopback', async () => {
      await build({
        origins: { site: 'http://localhost:8080', dashboard: 'http://localhost:8081', loopbackAliases: true },
      })
      const { headers } = await post('/token?grant_type=password', { body: owner })
      const [value = '', ...attributes] = (headers.get('Set-Cookie') ?? '').split('; ')
      expect(value).toMatch(/^half-measure-refresh=[\w-]{43}$/)
      expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/api/auth', 'SameSite=Strict'])
      const refreshed = await post('/token?grant_type=refresh_token', { headers: { Cookie: value } })
      expect(refreshed.status).toBe(200)
    })

    it('puts it into the body, and not into a cookie, for a client that asks', async () => {
      const { headers, json } = await post('/token?grant_type=password', {
        body: owner,
        headers: { 'X-Session-Mode': 'token' },
      })
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
    ])('asks for what is missing: %j', async (body) => {
      for (const path of ['/token?grant_type=password', '/signup', '/ensure-admin-user']) {
        const { status, json } = await post(path, { body })
        expect([status, json]).toEqual([
          400,
          refusal('validation_failed', 'You must provide either an email or phone number and a password'),
        ])
      }
    })

    it('refuses what is no address, however it is made', async () => {
      for (const email of ['owner', 'owner\u0000@halfmeasure.test', "' or 1=1 --"]) {
        const { status, json } = await post('/token?grant_type=password', { body: { ...owner, email } })
        expect([status, json]).toEqual([400, refusal('validation_failed')])
      }
    })

    it('answers a wrong password and an unknown account alike', async () => {
      for (const body of [
        { ...owner, password: 'wrong one' },
        { ...owner, email: 'nobody@halfmeasure.test' },
      ]) {
        const { status, json } = await post('/token?grant_type=password', { body })
        expect([status, json]).toEqual([400, refusal('invalid_credentials', 'Invalid credentials')])
      }
    })

    it('says when to come back after too many failures', async () => {
      const body = { ...owner, password: 'wrong one' }
      for (let n = 0; n < 10; n += 1) await post('/token?grant_type=password', { body })
      const { status, headers, json } = await post('/token?grant_type=password', { body: owner })
      expect([status, json]).toEqual([429, refusal('over_request_rate_limit')])
      expect(headers.get('Retry-After')).toBe('300')
      expect(headers.get('Cache-Control')).toBe('no-store')
    })

    it('counts clients by the address that it was told', async () => {
      for (let n = 0; n < 30; n += 1) {
        await post('/token?grant_type=password', { body: { email: `p${n}@b.test`, password: 'wrong one' } })
      }
      expect((await post('/token?grant_type=password', { body: owner })).status).toBe(429)
      const elsewhere = { 'X-Test-Client': '198.51.100.1' }
      expect((await post('/token?grant_type=password', { body: owner, headers: elsewhere })).status).toBe(200)
    })

    it('reads no more than a small body', async () => {
      const { status, json } = await post('/token?grant_type=password', {
        body: { ...owner, password: 'x'.repeat(17_000) },
      })
      expect([status, json]).toEqual([413, refusal('body_too_large')])
    })

    it('knows two kinds of grant', async () => {
      const { status, json } = await post('/token?grant_type=magic', { body: owner })
      expect([status, json]).toEqual([400, refusal('unsupported_grant_type')])
    })
  })

  describe('POST /token with a refresh token', () => {
    it('takes it from the cookie, and puts the next one there', async () => {
      const first = await signIn()
      const { status, headers, json } = await post('/token?grant_type=refresh_token', {
        cookie: first.refresh_token,
      })
      expect(status).toBe(200)
      expect(Session.parse(json).user).toEqual(first.user)
      expect(headers.get('Set-Cookie')).toMatch(
        new RegExp(`^${COOKIE}=(?!${first.refresh_token})[\\w-]{43}; `),
      )
    })

    it('takes it from the body, and puts the next one there for a client that asks', async () => {
      const first = await signIn()
      const { json } = await post('/token?grant_type=refresh_token', {
        body: { refresh_token: first.refresh_token },
        headers: { 'X-Session-Mode': 'token' },
      })
      expect(Session.required().parse(json).refresh_token).not.toBe(first.refresh_token)
    })

    it('misses the session where there is no token', async () => {
      const { status, json } = await post('/token?grant_type=refresh_token')
      expect([status, json]).toEqual([400, refusal('refresh_token_not_found', 'Auth session missing')])
    })

    it('ends the session and clears the cookie when a spent token comes back, access tokens included', async () => {
      const first = await signIn()
      const rotated = await post('/token?grant_type=refresh_token', { cookie: first.refresh_token })
      clock.advance({ seconds: 11 })
      const { status, headers, json } = await post('/token?grant_type=refresh_token', {
        cookie: first.refresh_token,
      })
      expect([status, json]).toEqual([400, refusal('refresh_token_already_used')])
      expect(headers.get('Set-Cookie')).toMatch(new RegExp(`^${COOKIE}=; Max-Age=0; Path=/`))
      const summary = await request('GET', '/api/stats/summary', {
        bearer: Session.parse(rotated.json).access_token,
      })
      expect([summary.status, summary.json]).toEqual([401, refusal('session_not_found')])
    })
  })

  describe('POST /logout', () => {
    it.each(['cookie', 'body', 'bearer'])('ends the session that the %s names, at once', async (by) => {
      const { access_token, refresh_token } = await signIn()
      const call = {
        cookie: { cookie: refresh_token },
        body: { body: { refresh_token } },
        bearer: { bearer: access_token },
      }[by]
      const { status, headers } = await post('/logout', call)
      expect(status).toBe(204)
      expect(headers.get('Set-Cookie')).toContain('Max-Age=0')
      expect((await request('GET', '/api/stats/summary', { bearer: access_token })).status).toBe(401)
      const refreshed = await post('/token?grant_type=refresh_token', { body: { refresh_token } })
      expect(refreshed.json).toEqual(refusal('session_not_found'))
    })

    it('is done at once where there is no session', async () => {
      expect((await post('/logout')).status).toBe(204)
      expect((await post('/logout', { cookie: 'unknown' })).status).toBe(204)
    })

    it('does not pretend to have ended what it cannot know', async () => {
      const { status, json } = await post('/logout', { bearer: 'forged' })
      expect([status, json]).toEqual([401, refusal('bad_jwt', 'Invalid token')])
    })
  })

  describe('who is asked for', () => {
    it('GET /user describes the bearer of the token', async () => {
      const session = await signIn()
      expect((await get('/user', { bearer: session.access_token })).json).toEqual(session.user)
    })

    it.each(['/api/auth/user', '/api/auth/admin', '/api/stats/summary'])(
      '%s answers 401 without a token, with a wrong one and with an expired one',
      async (path) => {
        const { access_token } = await signIn()
        const none = await request('GET', path)
        expect([none.status, none.json]).toEqual([401, refusal('no_authorization')])
        const wrong = await request('GET', path, { bearer: `${access_token}x` })
        expect([wrong.status, wrong.json]).toEqual([401, refusal('bad_jwt', 'Invalid token')])
        clock.advance({ minutes: 16 })
        const expired = await request('GET', path, { bearer: access_token })
        expect([expired.status, expired.json]).toEqual([401, refusal('bad_jwt', 'Expired JWT')])
      },
    )

    it('administrators pass, with their role', async () => {
      const { access_token } = await signIn()
      expect((await get('/admin', { bearer: access_token })).json).toEqual({ role: 'admin' })
      const summary = await request('GET', '/api/stats/summary', { bearer: access_token })
      expect([summary.status, summary.json]).toEqual([200, { asker: owner.email }])
    })

    it('everybody else who is signed in gets 403, from the revocation on', async () => {
      const { access_token } = await signIn()
      await auth.admins.revoke(owner.email)
      for (const path of ['/api/auth/admin', '/api/stats/summary']) {
        const { status, json } = await request('GET', path, { bearer: access_token })
        expect([status, json]).toEqual([403, refusal('not_admin')])
      }
      expect((await get('/user', { bearer: access_token })).status).toBe(200)
    })
  })

  describe('POST /ensure-admin-user', () => {
    it('gives one answer, whatever is true', async () => {
      for (const body of [owner, { ...owner, password: 'wrong one' }, { ...owner, email: 'a@b.test' }]) {
        const { status, json } = await post('/ensure-admin-user', { body })
        expect([status, json]).toEqual([200, {}])
      }
      expect(await auditedEvents(db())).toEqual(['admin_bootstrapped', ...Array(3).fill('ensure_admin_user')])
    })
  })

  describe('in the demonstration', () => {
    const reader = { email: 'reader@halfmeasure.test', password: 'just having a look' }

    it('GET /demo-credentials tells what the form is filled with, and is nowhere else', async () => {
      expect((await get('/demo-credentials')).status).toBe(404)
      await build({ admin: { ...owner, demo: true } })
      const { json } = await get('/demo-credentials')
      expect(DemoCredentials.parse(json)).toEqual(owner)
    })

    it('POST /signup makes an account without rights, and is closed elsewhere', async () => {
      const closed = await post('/signup', { body: reader })
      expect([closed.status, closed.json]).toEqual([422, refusal('signup_disabled')])

      await build({ admin: { ...owner, demo: true } })
      const { status, json } = await post('/signup', { body: reader })
      const session = Session.parse(json)
      expect([status, session.user.email]).toEqual([200, reader.email])
      expect((await get('/admin', { bearer: session.access_token })).status).toBe(403)
      expect((await post('/token?grant_type=password', { body: reader })).status).toBe(200)
    })

    it('POST /signup refuses weak passwords with reasons, and addresses that have an account', async () => {
      await build({ admin: { ...owner, demo: true } })
      const weak = await post('/signup', { body: { ...reader, password: 'hunter2' } })
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
      const taken = await post('/signup', { body: { ...reader, email: owner.email } })
      expect([taken.status, taken.json]).toEqual([422, refusal('user_already_exists')])
      expect((await post('/token?grant_type=password', { body: owner })).status).toBe(200)
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
      const { refresh_token } = await signIn()
      const attempts = [
        await post('/token?grant_type=refresh_token', { cookie: refresh_token, headers }),
        await post('/token?grant_type=password', { body: owner, headers }),
        await post('/logout', { cookie: refresh_token, headers }),
      ]
      const answers = attempts.map(({ status, json }) => (status === 403 ? json : status))
      const refused = refusal('origin_not_allowed')
      expect(answers).toEqual(allowed ? [200, 200, 204] : [refused, refused, refused])
      for (const { headers } of attempts) expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
    })
  })

  it('GET /.well-known/jwks.json publishes the keys for ten minutes', async () => {
    const { status, headers, json } = await request('GET', '/.well-known/jwks.json')
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('public, max-age=600')
    expect(json).toEqual({
      keys: [expect.objectContaining({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })],
    })
    expect(JSON.stringify(json)).not.toContain('"d"')
  })
})
