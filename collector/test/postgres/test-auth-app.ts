import { Session } from '@half-measure/shared/auth/session.ts'
import { ApiErrorBody } from '@half-measure/shared/api-error.ts'
import type { Hono } from 'hono'
import type { Db } from '../../src/database/schema/database.ts'
import { createAdmin } from '../../src/identity/admins.ts'
import { authRoutes } from '../../src/identity/auth-routes.ts'
import type { Identity } from '../../src/identity/identity.ts'
import { requireAdmin } from '../../src/identity/require-admin.ts'
import { createTestApp, testClient } from './test-app.ts'
import { authConfig, type AuthConfig, openTestIdentity, owner, second } from './test-identity.ts'

export interface Call {
  /** Text as it is, all else as JSON. */
  body?: unknown
  bearer?: string
  headers?: Record<string, string>
  /** Refresh tokens are cookies, as in a browser. */
  usesCookies?: boolean
}

/** The auth routes beside one for administrators, spoken to by a client that keeps its tokens itself. */
export async function createAuthApp(
  db: Db,
  now: () => Date,
  mountMore: (app: Hono, identity: Identity) => void = () => {},
  overrides: Partial<AuthConfig> = {},
) {
  const config = authConfig(overrides)
  const identity = await openTestIdentity(db, now, config)
  const app = createTestApp()
    .route('/api/auth', authRoutes(identity, config, testClient))
    .get('/api/stats/summary', requireAdmin(identity), (c) => c.json({ requester: c.get('principal').email }))
  mountMore(app, identity)

  async function call(
    method: string,
    path: string,
    { body, bearer, headers = {}, usesCookies = false }: Call = {},
  ) {
    const response = await app.request(/^\/(?:api|\.well-known)\//.test(path) ? path : `/api/auth${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(usesCookies ? {} : { 'X-Session-Mode': 'token' }),
        ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json') ?? false
    const json: unknown = isJson ? JSON.parse(text) : undefined
    const refused = ApiErrorBody.safeParse(json)
    return { status: response.status, headers: response.headers, text, json, code: refused.data?.error.code }
  }

  async function signIn(credentials = owner) {
    const { json } = await call('POST', '/token?grant_type=password', { body: credentials })
    return Session.required().parse(json)
  }

  return {
    identity,
    call,
    post: (path: string, body?: unknown, bearer?: string) =>
      call('POST', path, { body, ...(bearer === undefined ? {} : { bearer }) }),
    signIn,
    /** Creates another owner, and signs them in. */
    async signInAnother(credentials = second) {
      await createAdmin(identity, credentials)
      return signIn(credentials)
    },
    /** Status of a call that is for administrators. */
    async summary(bearer: string): Promise<number> {
      return (await call('GET', '/api/stats/summary', { bearer })).status
    },
  }
}
export type AuthApp = Awaited<ReturnType<typeof createAuthApp>>
