import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { ENDPOINT_PATHS } from '../openapi/endpoints.ts'
import type { Sharing } from '../sharing/sharing.ts'
import { notForKeys } from '../sharing/sharing-errors.ts'
import { rateLimiter } from '../platform/http/rate-limit.ts'
import { type AdminEnv, bearerToken } from './require-admin.ts'

/** Questions a minute from one network, whichever keys it has. */
const PER_MINUTE = 300

/**
 * Lets keys read what is for them, and administrators everything.
 *
 * @param requireAdmin decides about every other bearer.
 */
export function statsReader(
  sharing: Pick<Sharing, 'readerOf'>,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): MiddlewareHandler<AdminEnv> {
  const admit = rateLimiter(PER_MINUTE)
  return createMiddleware<AdminEnv>(async (c, next) => {
    const bearer = bearerToken(c)
    const reader = bearer === undefined ? undefined : await sharing.readerOf(bearer)
    if (reader === undefined) return requireAdmin(c, next)
    if (!['GET', 'HEAD'].includes(c.req.method) || !ENDPOINT_PATHS.test(c.req.path)) throw notForKeys()
    admit(c.get('clientAddress'))
    await next()
  })
}
