import type { Route } from '@half-measure/shared/routes/route.ts'
import type { TokenScope } from '@half-measure/shared/sharing/api-token.ts'
import type { z } from 'zod'
import type { Parameter } from './parameters.ts'

/** A query that API tokens may run: `GET /api/stats/<path>`. */
export interface Endpoint {
  /** Below `/api/stats/`, as OpenAPI writes it: `articles/{slug}`. */
  readonly path: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  /** The response: JSON of this shape, or a file. */
  readonly result: z.ZodType | 'csv'
  /** Scopes that a token needs. */
  readonly scopes: readonly TokenScope[]
  /** Whether share links may read it too. */
  readonly links?: true
  /** Milliseconds. For reports without session counts, so that a quiet hour cannot reveal a single session. */
  readonly shortestRange?: number
  /**
   * Removes small groups from a result. `query` and `export.csv` already withhold them during the query.
   *
   * @throws {ApiError} 422 `too_few_sessions`.
   */
  readonly withhold?: (result: unknown) => unknown
}

/** Matches the request paths of an endpoint. */
export function pathPattern(path: string): RegExp {
  return new RegExp(`^/api/stats/${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

/** Without `scopes`, a token needs `figures`. */
type EndpointOptions<R extends Route> = Partial<Omit<Endpoint, 'path' | 'result' | 'withhold'>> & {
  readonly summary: string
  readonly withhold?: (result: z.output<R['response']>) => unknown
}

/** @param route one of `shared/src/routes/`, which the dashboard calls too. */
export function endpoint<R extends Route>(
  { path, response }: R,
  { parameters = [], scopes = ['figures'], withhold, ...rest }: EndpointOptions<R>,
): Endpoint {
  return {
    ...rest,
    parameters,
    scopes,
    path: path.replace('/api/stats/', '').replaceAll(/:(\w+)/g, '{$1}'),
    result: path.endsWith('.csv') ? 'csv' : response,
    ...(withhold && { withhold: (result) => withhold(response.parse(result) as z.output<R['response']>) }),
  }
}
