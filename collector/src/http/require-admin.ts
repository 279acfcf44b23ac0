import { createMiddleware } from 'hono/factory'
import type { Context, MiddlewareHandler } from 'hono'
import type { Auth } from '../auth/auth.ts'
import { noAuthorization, notAdmin } from '../auth/auth-errors.ts'
import type { Principal } from '../auth/authenticate.ts'
import type { AppEnv } from '../platform/http/app-env.ts'

/** After `requireAdmin`: who asks. */
export interface AdminEnv extends AppEnv {
  Variables: AppEnv['Variables'] & { principal: Principal }
}

/** Lets administrators pass: 401 without the access token of a living session, 403 for everybody else. */
export function requireAdmin(auth: Auth): MiddlewareHandler<AdminEnv> {
  return createMiddleware<AdminEnv>(async (c, next) => {
    c.set('principal', assertAdmin(await principalOf(auth, c)))
    await next()
  })
}

/** @throws {ApiError} 401 if the token's session is over, 403 if its user is no administrator any more. */
export async function expectAdmin(auth: Auth, accessToken: string): Promise<void> {
  assertAdmin(await auth.authenticate(accessToken))
}

function assertAdmin(principal: Principal): Principal {
  if (principal.role === null) throw notAdmin()
  return principal
}

/** @throws {ApiError} 401. */
export async function principalOf(auth: Auth, c: Context): Promise<Principal> {
  const token = bearerToken(c)
  if (token === undefined) throw noAuthorization()
  return auth.authenticate(token)
}

/** The token of the `Authorization` header; undefined without one. */
export function bearerToken(c: Context): string | undefined {
  return /^Bearer +([^ ]+)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
}
