import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { authenticate, identify, type Principal } from './authenticate.ts'
import { noAuthorization, notAdmin } from './errors.ts'
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
  const refuse = async (c: Context, error: unknown): Promise<never> => {
    const refusal = refusalOf(error)
    if (refusal) {
      const account = refusal === 'access_refused' ? await accountOf(identity, c) : {}
      await identity.recordRefusal(refusal, { ...account, details: { route: routeOf(c) } })
    }
    throw error
  }
  return createMiddleware<AdminEnv>(async (c, next) => {
    try {
      const principal = await authenticate(identity, readBearer(c))
      assertMayCall(c, principal, identity.now())
      c.set('principal', principal)
    } catch (error) {
      await refuse(c, error)
    }
    await next()
  })
}

async function accountOf(identity: Identity, c: Context): Promise<{ userId: string }> {
  const { userId } = await identify(identity, readBearer(c))
  return { userId }
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
