import type { Context, Hono } from 'hono'
import { ApiError } from '../api-error.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Refuses a request that no handler of `app` matched.
 *
 * @throws {ApiError} 405 `method_not_allowed` with `Allow` if the path has other methods; otherwise 404 `not_found`.
 */
export function refuseUnknown(c: Context, app: Hono): never {
  const allowed = METHODS.filter((method) => takes(app, method, c.req.path))
  if (allowed.length === 0 || allowed.includes(c.req.method))
    throw new ApiError(404, 'not_found', 'This API has no such path.')
  throw methodNotAllowed(c, allowed)
}

/** @param allowed the path's methods. */
export function methodNotAllowed(c: Context, allowed: readonly string[]): ApiError {
  const listed = allowed.includes('GET') ? ['HEAD', ...allowed] : allowed
  c.header('Allow', listed.toSorted().join(', '))
  return new ApiError(405, 'method_not_allowed', `This path takes ${allowed.join(' and ')} only.`)
}

/** Whether a handler matches. Middleware does not count. */
function takes(app: Hono, method: string, path: string): boolean {
  const [handlers] = app.router.match(method, path)
  return handlers.some(([[, route]]) => route.method === method)
}
