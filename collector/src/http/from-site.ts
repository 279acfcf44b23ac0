import type { MiddlewareHandler } from 'hono'
import type { Config } from '../config/config.ts'
import { isSameOrigin } from '../config/origin.ts'
import { ApiError } from '../errors.ts'
import type { AppEnv } from './app-env.ts'

/** Lets through what the magazine's own pages send, and what comes from no page at all. */
export function fromSite({ origins }: Pick<Config, 'origins'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const origin = c.req.header('origin')
    if (origin !== undefined && !isSameOrigin(origin, origins.site, origins.loopbackAliases)) {
      throw new ApiError(403, 'origin_not_allowed', 'This is for the magazine itself only.')
    }
    await next()
  }
}
