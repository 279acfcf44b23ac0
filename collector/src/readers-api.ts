import type { MiddlewareHandler } from 'hono'
import { ApiError } from './platform/api-error.ts'

/** Routes that the magazine's pages call, and health checks. The rest is for administrators. */
const FOR_READERS: ReadonlySet<string> = new Set([
  'assignments',
  'config',
  'consent',
  'contact',
  'erasure',
  'events',
  'health',
  'newsletter',
  'ready',
])

/**
 * Refuses the API of administrators on the magazine's origin, so that only the dashboard's has to be guarded.
 *
 * @throws {ApiError} 404 `not_found`, which names the other origin.
 */
export function readersOnly(dashboard: string): MiddlewareHandler {
  return async ({ req }, next) => {
    const name = req.path.split('/')[2] ?? ''
    if (!FOR_READERS.has(name))
      throw new ApiError(404, 'not_found', `This API has no such path here. Try ${dashboard}${req.path}.`)
    await next()
  }
}
