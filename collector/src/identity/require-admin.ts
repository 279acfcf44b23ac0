import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { ApiError } from '../platform/api-error.ts'
import { authenticate, identify, type Principal } from './authenticate.ts'
import { notAdmin } from './errors.ts'
import type { Identity } from './identity.ts'
import { refusalOf, routeOf } from './record-refusal.ts'
import { assertMayCall } from './route-access.ts'

/** Context of handlers behind `requireAdmin`. */
export interface AdminEnv {
  Variables: { principal: Principal }
}

/**
 * Admits administrators to the routes of their role: 401 without the access token of an open session, 403 for everybody
 * else. `route-access.ts` says which role a route needs, and which routes need re-authentication.
 */
export function requireAdmin(identity: Identity): MiddlewareHandler<AdminEnv> {
  return createMiddleware<AdminEnv>(async (c, next) => {
    try {
      const principal = await authenticate(identity, readBearer(c))
      assertMayCall(c, principal, identity.now())
      c.set('principal', principal)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal) {
        const account = refusal === 'access_refused' ? await identify(identity, readBearer(c)) : undefined
        await identity.recordRefusal(refusal, { userId: account?.userId, details: { route: routeOf(c) } })
      }
      throw error
    }
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
  if (token === undefined)
    throw new ApiError(
      401,
      'no_authorization',
      'This needs a bearer token: that of a session or, for statistics, an API token',
    )
  return token
}

/** The token of the `Authorization` header; undefined without one. */
export function bearerToken(c: Context): string | undefined {
  return /^Bearer +([^ ]+)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
}
