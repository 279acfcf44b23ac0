import type { Hono, MiddlewareHandler } from 'hono'
import type { Audience } from '../../src/audience/audience.ts'
import type { Db } from '../../src/database/schema/database.ts'
import type { Identity } from '../../src/identity/identity.ts'
import { type AdminEnv, requireAdmin } from '../../src/identity/require-admin.ts'
import { openTestAudience } from './test-audience.ts'
import { type AuthApp, createAuthApp } from './test-auth-app.ts'
import { TestClock } from './test-clock.ts'

/** What a test of routes for administrators works with. */
export interface AdminApp {
  readonly clock: TestClock
  readonly audience: Audience
  readonly app: AuthApp
  /** Access token of the owner. It lasts for fifteen minutes. */
  bearer: string
  /** Calls the API as the owner. */
  call(method: string, path: string, body?: unknown): ReturnType<AuthApp['call']>
  signInAgain(): Promise<void>
}

interface Parts {
  readonly admin: MiddlewareHandler<AdminEnv>
  readonly identity: Identity
  readonly audience: Audience
}

/** Routes for administrators beside those of accounts, and the owner signed in. */
export async function openAdminApp(db: Db, mount: (app: Hono, parts: Parts) => void): Promise<AdminApp> {
  const clock = new TestClock()
  const audience = await openTestAudience(db, clock.now)
  const app = await createAuthApp(db, clock.now, (routes, identity) =>
    mount(routes, { admin: requireAdmin(identity), identity, audience }),
  )
  const admin: AdminApp = {
    clock,
    audience,
    app,
    bearer: (await app.signIn()).access_token,
    call: (method, path, body) => app.call(method, path, { bearer: admin.bearer, body }),
    async signInAgain() {
      admin.bearer = (await app.signIn()).access_token
    },
  }
  return admin
}
