import { jsonValue } from '@half-measure/shared/testing/arbitrary-json.ts'
import fc from 'fast-check'
import { z } from 'zod'
import { ENDPOINTS } from '../../../src/analytics/endpoints/endpoints.ts'
import { CALLED_ROUTES } from '../../all-routes.ts'
import { ROUTES } from '../../authorisation-table.ts'
import { READERS_BODIES } from './readers-bodies.ts'
import { valueOf } from './schema-arbitrary.ts'

/** A request that a stranger or an owner might send. */
export interface ApiRequest {
  /** As the table of all routes has it: `PATCH /api/messages/:id`. */
  readonly route: string
  readonly method: string
  /** With the query string; `{id}` stands for something that exists, if anything does. */
  readonly path: string
  readonly asOwner: boolean
  readonly contentType: string | undefined
  readonly body: string | undefined
}

/** Their bodies and queries exercise the most code. */
const WEIGHTS: Readonly<Record<string, number>> = { 'POST /api/events': 20, 'GET /api/stats/query': 5 }

/** Requests to every route of the API. @param except routes to leave out. */
export function apiRequests(except: readonly string[]): fc.Arbitrary<ApiRequest> {
  const called = CALLED_ROUTES.map(({ method, path }) => `${method} ${path}`)
  const known = new Set(called.map((route) => route.replace(/\?.*/, '')))
  const others = Object.keys(ROUTES).filter((route) => !known.has(route))
  const routes = [...called, ...others].filter((route) => !except.includes(route))
  return fc.oneof(...routes.map((route) => ({ weight: WEIGHTS[route] ?? 1, arbitrary: requestsTo(route) })))
}

function requestsTo(route: string): fc.Arbitrary<ApiRequest> {
  const [method = '', path = ''] = route.split(' ')
  return fc.tuple(fc.boolean(), fc.boolean()).chain(([corrupted, asOwner]) =>
    fc.record({
      route: fc.constant(route),
      method: fc.constant(method),
      path: fc
        .tuple(pathOf(path.split('?')[0] ?? '', corrupted), queryOf(path, corrupted))
        .map(([filled, query]) => [filled, path.split('?')[1] ?? query].filter(Boolean).join('?')),
      // It would sign out the owner for all requests to come.
      asOwner: fc.constant(asOwner && !path.startsWith('/api/auth/logout')),
      contentType: fc.oneof(
        { weight: 9, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: fc.constantFrom(...OTHER_TYPES) },
      ),
      body: method === 'GET' ? fc.constant(undefined) : bodyOf(route, corrupted),
    }),
  )
}

const OTHER_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'text/csv', undefined] as const

function bodyOf(route: string, corrupted: boolean): fc.Arbitrary<string> {
  const called = CALLED_ROUTES.find(({ method, path }) => `${method} ${path}` === route)
  const schema = called && z.toJSONSchema(called.body, { io: 'input', unrepresentable: 'any' })
  const value = READERS_BODIES[route]?.(corrupted) ?? (schema ? valueOf(schema, corrupted) : jsonValue)
  return fc.oneof(
    { weight: 19, arbitrary: value.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 100 }) },
  )
}

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.toWellFormed()),
  fc.constantFrom(
    "'; DROP TABLE sessions --",
    '%',
    '%00',
    'a\0b',
    '../..',
    '=1+1',
    'NaN',
    '1e400',
    '__proto__',
  ),
)

function pathOf(path: string, corrupted: boolean): fc.Arbitrary<string> {
  const existing = { weight: 2, arbitrary: fc.constant('{id}') }
  const missing = { weight: 1, arbitrary: fc.uuid() }
  const odd = { weight: corrupted ? 2 : 0, arbitrary: oddText.map(encodeURIComponent) }
  return fc
    .infiniteStream(fc.oneof(existing, missing, odd))
    .map((values) => path.replaceAll(/:\w+/g, () => values.next().value ?? ''))
}

const PARAMETERS = new Map(ENDPOINTS.map(({ path, parameters }) => [`/api/stats/${path}`, parameters]))

/** The parameters that the API describes, and any others. */
function queryOf(path: string, corrupted: boolean): fc.Arbitrary<string> {
  const described = (PARAMETERS.get(path.replaceAll(/:(\w+)/g, '{$1}')) ?? [])
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema, required, explode }) =>
      fc
        .tuple(required ? fc.constant(true) : fc.boolean(), valueOf(schema, corrupted))
        .map(([isThere, value]) => (isThere ? textsOf(value, explode) : []).map((text) => [name, text])),
    )
  const name = fc.oneof(fc.constantFrom('q', 'page', 'limit', 'from', 'token'), oddText)
  const odd = fc.array(fc.tuple(name, oddText), { maxLength: corrupted ? 2 : 0 })
  return fc
    .tuple(fc.tuple(...described), odd)
    .map(([known, others]) => new URLSearchParams([...known.flat(), ...others]).toString())
}

/** A list is one text, or several where it explodes. */
function textsOf(value: unknown, explode = true): string[] {
  const values = Array.isArray(value) ? value : [value]
  const texts = values.map((item) => (typeof item === 'string' ? item : (JSON.stringify(item) ?? '')))
  return (explode ? texts : [texts.join(',')]).map((text) => text.toWellFormed())
}
