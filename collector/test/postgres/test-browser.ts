import { Session } from '@half-measure/shared/auth/session.ts'
import { expect } from 'vitest'
import type { z } from 'zod'
import type { Db } from '../../src/database/schema/database.ts'
import { authRoutes, jwksHandler } from '../../src/identity/auth-routes.ts'
import type { Identity } from '../../src/identity/identity.ts'
import { requireAdmin } from '../../src/identity/require-admin.ts'
import { createTestApp, testClient } from './test-app.ts'
import { authConfig, type AuthConfig, openTestIdentity, owner } from './test-identity.ts'
import { TestClock } from './test-clock.ts'

export const COOKIE = '__Host-half-measure-refresh'

/** The body of a refusal; by default with any message. */
export const refusal = (code: string, message: unknown = expect.any(String)) => ({ error: { code, message } })

/** The session, for a client in token mode. */
const TokenSession = Session.required()

interface Call {
  body?: unknown
  headers?: Record<string, string>
  bearer?: string
  /** The refresh token that the browser keeps. */
  cookie?: string
}

interface TestResponse {
  readonly status: number
  readonly headers: Headers
  readonly json: unknown
}

/** The auth routes beside one for administrators, spoken to as a browser does: refresh tokens are cookies. */
export interface TestBrowser {
  readonly identity: Identity
  readonly clock: TestClock
  request(method: string, path: string, call?: Call): Promise<TestResponse>
  /** @param path behind `/api/auth`. */
  post(path: string, call?: Call): Promise<TestResponse>
  /** @param path behind `/api/auth`. */
  get(path: string, call?: Call): Promise<TestResponse>
  /** Signs the owner in, as a client in token mode. */
  signIn(): Promise<z.output<typeof TokenSession>>
}

/** @param overrides of the settings of a deployment over https. */
export async function openTestBrowser(db: Db, overrides: Partial<AuthConfig> = {}): Promise<TestBrowser> {
  const clock = new TestClock()
  const config = authConfig(overrides)
  const identity = await openTestIdentity(db, clock.now, config)
  const app = createTestApp()
    .route('/api/auth', authRoutes(identity, config, testClient))
    .get('/.well-known/jwks.json', jwksHandler(identity))
    .get('/api/stats/summary', requireAdmin(identity), (c) => c.json({ requester: c.get('principal').email }))

  const browser: TestBrowser = {
    identity,
    clock,
    async request(method, path, { body, headers = {}, bearer, cookie } = {}) {
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
      const json: unknown = text === '' ? undefined : JSON.parse(text)
      return { status: response.status, headers: response.headers, json }
    },
    post: (path, call) => browser.request('POST', `/api/auth${path}`, call),
    get: (path, call) => browser.request('GET', `/api/auth${path}`, call),
    async signIn() {
      const headers = { 'X-Session-Mode': 'token' }
      const { json } = await browser.post('/token?grant_type=password', { body: owner, headers })
      return TokenSession.parse(json)
    },
  }
  return browser
}
