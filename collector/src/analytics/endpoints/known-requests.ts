import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { ApiError } from '../../platform/api-error.ts'
import { type Endpoint, ENDPOINTS, pathPattern } from './endpoints.ts'
import { FILTER, RANGE } from './parameters.ts'

type Known = { readonly path: string; readonly parameters: readonly { readonly name: string }[] }

const PAGE = [{ name: 'limit' }, { name: 'cursor' }]

/** For administrators alone: the brief, launch curves, single sessions, and everything saved. */
const ADMIN_ENDPOINTS: readonly Known[] = [
  { path: 'brief', parameters: [] },
  { path: 'articles/{slug}/launch', parameters: [{ name: 'bots' }] },
  { path: 'realtime', parameters: FILTER },
  { path: 'sessions', parameters: [...RANGE, ...FILTER, ...PAGE] },
  { path: 'sessions/{hash}', parameters: [{ name: 'at' }] },
  { path: 'funnels', parameters: [] },
  { path: 'funnels/{id}', parameters: [] },
  { path: 'affiliate/commissions', parameters: [{ name: 'network' }] },
]

const KNOWN = [...ENDPOINTS.map(known), ...ADMIN_ENDPOINTS].map(({ path, parameters }) => ({
  pattern: pathPattern(path),
  names: new Set(parameters.map(({ name }) => name)),
}))

function known({ path, parameters }: Endpoint): Known {
  return { path, parameters: parameters.filter((parameter) => parameter.in === 'query') }
}

/**
 * Refuses unknown paths and parameters: ignoring a misspelt filter would return the wrong figures.
 *
 * @throws {ApiError} 404 `not_found` for a path below `/api/stats` that does not exist; 400 `invalid_query` naming
 * the parameters that the endpoint does not take.
 */
export const refuseUnknownRequests: MiddlewareHandler = createMiddleware(async (c, next) => {
  // The first match wins: `funnels/result` is not a saved funnel.
  const endpoint = KNOWN.find(({ pattern }) => pattern.test(c.req.path.replace(/\/$/, '')))
  if (!endpoint) throw new ApiError(404, 'not_found', 'This API has no such path.')
  const unknown = parametersOf(c).filter((name) => !endpoint.names.has(name))
  if (unknown.length > 0)
    throw new ApiError(400, 'invalid_query', 'The query has parameters that this path does not take.', {
      details: unknown.map((name) => `${name}: unknown parameter`),
    })
  await next()
})

function parametersOf(c: Context): string[] {
  return [...new Set(new URL(c.req.url).searchParams.keys())]
}
