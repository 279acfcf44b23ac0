import type { Context, Hono } from 'hono'
import { ApiError } from '../api-error.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Refuses a request that no handler matched.
 *
 * @param app whose handlers did not match it.
 * @throws {ApiError} 405 `method_not_allowed` with `Allow` if the path takes other methods; otherwise 404
 * `not_found`.
 */
export function refuseUnknown(c: Context, app: Hono): never {
  const allowed = METHODS.filter((method) => takes(app, method, c.req.path))
  if (allowed.length === 0 || allowed.includes(c.req.method))
    throw new ApiError(404, 'not_found', 'This API has no such path.')
  throw methodNotAllowed(c, allowed)
}

/** @param allowed methods that the path takes. */
export function methodNotAllowed(c: Context, allowed: readonly string[]): ApiError {
  const listed = allowed.includes('GET') ? ['HEAD', ...allowed] : allowed
  c.header('Allow', listed.toSorted().join(', '))
  return new ApiError(405, 'method_not_allowed', `This path takes ${allowed.join(' and ')} only.`)
}

/** Whether a handler of the method has the path. Middleware, which is for every method, does not count. */
function takes(app: Hono, method: string, path: string): boolean {
  const [handlers] = app.router.match(method, path)
  return handlers.some(([[, route]]) => route.method === method)
}
