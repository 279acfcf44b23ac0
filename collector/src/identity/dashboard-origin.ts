import type { MiddlewareHandler } from 'hono'
import type { Config } from '../config/config.ts'
import { ApiError } from '../platform/api-error.ts'
import { isSameOrigin } from '../platform/http/origin.ts'

/**
 * Whether an origin is the dashboard's. In the embedded default the names of this machine count as one host, and
 * `admin.localhost` is the dashboard on the site's port too.
 */
export function isDashboardOrigin(origin: string, config: Pick<Config, 'origins' | 'listen'>): boolean {
  const { dashboard, loopbackAliases } = config.origins
  if (isSameOrigin(origin, dashboard, loopbackAliases)) return true
  return loopbackAliases && origin === new URL(`http://admin.localhost:${config.listen.port}`).origin
}

/**
 * Protects against cross-site request forgery: a browser's request that changes something has to come from the
 * dashboard's pages. Browsers name the origin of such requests; a program that names none has no cookie of ours.
 *
 * @throws {ApiError} 403 `origin_not_allowed`.
 */
export function dashboardOnly(config: Pick<Config, 'origins' | 'listen'>): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('Origin')
    const site = c.req.header('Sec-Fetch-Site')
    const isForeign =
      (origin !== undefined && !isDashboardOrigin(origin, config)) ||
      (site !== undefined && site !== 'same-origin')
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && isForeign)
      throw new ApiError(403, 'origin_not_allowed', 'Only pages of the dashboard may use accounts')
    await next()
  }
}
