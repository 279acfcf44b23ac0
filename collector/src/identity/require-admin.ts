import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { authenticate, type Principal } from './authenticate.ts'
import { noAuthorization, notAdmin } from './errors.ts'
import type { Identity } from './identity.ts'

/** Context of handlers behind `requireAdmin`. */
export interface AdminEnv {
  Variables: { principal: Principal }
}

/** Admits administrators: 401 without the access token of an open session, 403 for everybody else. */
export function requireAdmin(identity: Identity): MiddlewareHandler<AdminEnv> {
  return createMiddleware<AdminEnv>(async (c, next) => {
    c.set('principal', await expectAdmin(identity, readBearer(c)))
    await next()
  })
}

/** @throws {ApiError} 401 if the session has ended, 403 if the user is no administrator. */
export async function expectAdmin(identity: Identity, accessToken: string): Promise<Principal> {
  const principal = await authenticate(identity, accessToken)
  if (principal.role === null) throw notAdmin()
  return principal
}

/** The bearer token. @throws {ApiError} 401 `no_authorization`. */
export function readBearer(c: Context): string {
  const token = bearerToken(c)
  if (token === undefined) throw noAuthorization()
  return token
}

/** The token of the `Authorization` header; undefined without one. */
export function bearerToken(c: Context): string | undefined {
  return /^Bearer +([^ ]+)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
}
