import { expect } from 'vitest'
import type { Db } from '../../src/database/schema/database.ts'
import { jwksHandler } from '../../src/identity/auth-routes.ts'
import { type AuthApp, type Call, createAuthApp } from './test-auth-app.ts'
import type { AuthConfig } from './test-identity.ts'
import { TestClock } from './test-clock.ts'

export const COOKIE = '__Host-half-measure-refresh'

/** The body of a refusal; by default with any message. */
export const refusal = (code: string, message: unknown = expect.any(String)) => ({ error: { code, message } })

export interface BrowserCall extends Call {
  /** The refresh token that the browser keeps. */
  cookie?: string
}

/** The same routes as of `AuthApp`, spoken to as a browser does: refresh tokens are cookies. */
export interface TestBrowser extends Pick<AuthApp, 'identity'> {
  readonly clock: TestClock
  /** @param path behind `/api/auth`, unless it begins with `/api` or `/.well-known`. */
  request(method: string, path: string, call?: BrowserCall): ReturnType<AuthApp['call']>
  post(path: string, call?: BrowserCall): ReturnType<AuthApp['call']>
  get(path: string, call?: BrowserCall): ReturnType<AuthApp['call']>
  /** Signs the owner in, as a client in token mode. */
  signIn(): ReturnType<AuthApp['signIn']>
}

/** @param overrides of the settings of a deployment over https. */
export async function openTestBrowser(db: Db, overrides: Partial<AuthConfig> = {}): Promise<TestBrowser> {
  const clock = new TestClock()
  const { identity, call, signIn } = await createAuthApp(
    db,
    clock.now,
    (app, identity) => app.get('/.well-known/jwks.json', jwksHandler(identity)),
    overrides,
  )
  const browser: TestBrowser = {
    identity,
    clock,
    request: (method, path, { cookie, headers, ...rest } = {}) =>
      call(method, path, {
        ...rest,
        headers: { ...(cookie !== undefined && { Cookie: `${COOKIE}=${cookie}` }), ...headers },
        usesCookies: true,
      }),
    post: (path, call) => browser.request('POST', path, call),
    get: (path, call) => browser.request('GET', path, call),
    signIn: () => signIn(),
  }
  return browser
}
