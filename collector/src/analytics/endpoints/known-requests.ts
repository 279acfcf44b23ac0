import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { ApiError } from '../../platform/api-error.ts'
import { pathPattern } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import { FILTER, type Parameter, RANGE } from './parameters.ts'

/**
 * For administrators alone: the brief, launch curves, single sessions, and everything saved or imported. By path,
 * the parameters in the query string.
 */
const ADMIN_ENDPOINTS: Readonly<Record<string, readonly string[]>> = {
  brief: [],
  'articles/{slug}/launch': ['bots'],
  realtime: queryNames(FILTER),
  sessions: [...queryNames([...RANGE, ...FILTER]), 'limit', 'cursor'],
  'sessions/{hash}': ['at'],
  funnels: [],
  'funnels/{id}': [],
  'affiliate/commissions': ['network', 'before'],
  'affiliate/networks': [],
}

const KNOWN = [
  ...ENDPOINTS.map(({ path, parameters }) => [path, queryNames(parameters)] as const),
  ...Object.entries(ADMIN_ENDPOINTS),
].map(([path, names]) => ({ pattern: pathPattern(path), names: new Set(names) }))

function queryNames(parameters: readonly Parameter[]): string[] {
  return parameters.flatMap((parameter) => (parameter.in === 'query' ? parameter.name : []))
}

/** All others have one value. */
const REPEATABLE = new Set(['f', 'step'])

/**
 * Refuses unknown paths and parameters, and repeated ones: ignoring a misspelt filter or a second value would return
 * the wrong figures.
 *
 * @throws {ApiError} 404 `not_found` for a path below `/api/stats` that does not exist; 400 `invalid_query` naming
 * the parameters.
 */
export const refuseUnknownRequests: MiddlewareHandler = createMiddleware(async (c, next) => {
  // The first match wins: `funnels/result` is not a saved funnel.
  const endpoint = KNOWN.find(({ pattern }) => pattern.test(c.req.path))
  if (!endpoint) throw new ApiError(404, 'not_found', 'This API has no such path.')
  const given = new URL(c.req.url).searchParams
  const problems = [...new Set(given.keys())].flatMap((name) => {
    if (!endpoint.names.has(name)) return `${name}: unknown parameter`
    if (REPEATABLE.has(name) || given.getAll(name).length === 1) return []
    return `${name}: given more than once${name === 'metrics' ? '; separate metrics by commas' : ''}`
  })
  if (problems.length > 0)
    throw new ApiError(
      400,
      'invalid_query',
      'The query has unknown or repeated parameters; `details` names them.',
      { details: problems },
    )
  await next()
})
