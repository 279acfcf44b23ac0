import type { Hono, MiddlewareHandler } from 'hono'
import type { Auth } from '../../src/auth/auth.ts'
import type { AppEnv } from '../../src/platform/http/app-env.ts'
import { type AdminEnv, requireAdmin } from '../../src/http/require-admin.ts'
import type { People } from '../../src/people/people.ts'
import type { Postgres } from '../../src/database/open-postgres.ts'
import { type AuthApp, createAuthApp } from './test-auth-app.ts'
import { TestClock } from './test-clock.ts'
import { createTestPeople } from './test-people.ts'

/** What a test of routes for administrators works with. */
export interface AdminApp {
  readonly clock: TestClock
  readonly people: People
  readonly app: AuthApp
  /** Access token of the owner. It lasts for fifteen minutes. */
  readonly bearer: string
}

/**
 * Routes for administrators beside those of accounts, and the owner signed in.
 *
 * @param mount is given what lets administrators pass, and whatever routes may be about.
 */
export async function openAdminApp(
  db: Postgres['db'],
  mount: (
    app: Hono<AppEnv>,
    parts: { admin: MiddlewareHandler<AdminEnv>; auth: Auth; people: People; clock: TestClock },
  ) => void,
): Promise<AdminApp> {
  const clock = new TestClock()
  const people = await createTestPeople(db, clock.now)
  const app = await createAuthApp(db, clock.now, (routes, auth) =>
    mount(routes, { admin: requireAdmin(auth), auth, people, clock }),
  )
  return { clock, people, app, bearer: (await app.signIn()).access_token }
}
