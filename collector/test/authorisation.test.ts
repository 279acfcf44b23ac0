import { randomUUID } from 'node:crypto'
import type { Role } from '@half-measure/shared/auth/roles.ts'
import { Session } from '@half-measure/shared/auth/session.ts'
import { CreatedApiToken, OpenedShare } from '@half-measure/shared/sharing/api-token.ts'
import { ApiErrorBody } from '@half-measure/shared/api-error.ts'
import { Hono } from 'hono'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApi } from '../src/api.ts'
import { createApps } from '../src/app.ts'
import { spoolRefusal } from '../src/ingest/event-routes.ts'
import { errorHandler } from '../src/platform/http/error-handler.ts'
import { RequestLimits } from '../src/platform/http/rate-limit.ts'
import type { StaticFiles } from '../src/platform/http/static-files.ts'
import { CALLED_ROUTES } from './all-routes.ts'
import { ACCESS, type Caller, CALLERS, type Outcome, ROUTES } from './authorisation-table.ts'
import { formPost } from './postgres/test-app.ts'
import { TestStack } from './test-stack.ts'

const PASSWORD = 'a long and private one'
const pages = { archivePages: { list: '', issue: '', missing: '' }, lettersPage: '' }

let stack: TestStack
let bearers: Readonly<Record<Caller, string | undefined>>

beforeAll(async () => {
  stack = await TestStack.open({}, pages)
  bearers = await openCallers()
})
afterAll(() => stack[Symbol.asyncDispose]())

describe('the authorisation matrix', () => {
  it('has an entry for each registered route, and no other entries', () => {
    expect(Object.keys(ROUTES).toSorted()).toEqual(registeredRoutes())
  })

  it('has an entry for each route that the dashboard and the site call', () => {
    const called = CALLED_ROUTES.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`)
    expect(called.filter((route) => !(route in ROUTES))).toEqual([])
  })

  // What ends the sessions of its callers comes last.
  const routes = Object.keys(ROUTES).toSorted((a, b) => Number(endsSession(a)) - Number(endsSession(b)))
  it.each(routes)('%s', async (route) => {
    const outcomes: Record<string, unknown> = {}
    for (const caller of CALLERS) outcomes[caller] = await outcomeOf(route, bearers[caller])
    expect(outcomes).toEqual(ACCESS[ROUTES[route] ?? 'everybody'])
  })
})

describe('the magazine’s origin, where the dashboard is public', () => {
  const forReaders = (route: string) =>
    ROUTES[route] === 'everybody' && !/\/api\/(auth|share|issues|openapi)/.test(route)

  it('serves what readers call, and nothing for administrators', async () => {
    const { config } = stack.context
    const { site, dashboard } = createApps(
      { ...stack.context, config: { ...config, readersOnly: true } },
      pages,
    )
    const connection = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
    const isThere = async (app: Hono, route: string, host = 'halfmeasure.test') => {
      const [method = '', path = ''] = route.split(' ')
      const response = await app.request(path, { method, headers: { host } }, connection)
      return !(response.status === 404 && (await response.text()).includes('no such path here'))
    }
    for (const route of Object.keys(ROUTES).filter((route) => route.includes('/api/'))) {
      expect(await isThere(site, route), route).toBe(forReaders(route))
      // Any client can name any host.
      expect(await isThere(site, route, 'admin.halfmeasure.test'), route).toBe(forReaders(route))
      expect(await isThere(dashboard, route), route).toBe(true)
    }
  })
})

describe('the limit on strangers', () => {
  // The key set comes from memory; beacons are charged by an application of their own.
  const FREE = ['GET /.well-known/jwks.json', 'POST /api/events']

  const connection = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }

  /** The API, for a network that has spent everything. */
  function chargedApi(): Hono {
    const limits = new RequestLimits(1, () => 0)
    limits.client('127.0.0.1').request()
    return new Hono().onError(errorHandler(stack.context.log, spoolRefusal)).route(
      '/',
      createApi(stack.context, pages, () => '127.0.0.1', limits),
    )
  }

  it('counts every route', async () => {
    const charged = chargedApi()
    for (const route of Object.keys(ROUTES).filter((route) => !FREE.includes(route))) {
      const [method = '', path = ''] = route.split(' ')
      const { status } = await charged.request(path, { method }, connection)
      expect(status, route).toBe(429)
    }
  })

  it('counts pages and files of both builds', async () => {
    const { config } = stack.context
    const limited = { ...config, events: { ...config.events, rateLimit: 10 } }
    const files: StaticFiles = {
      serve: (c) => c.text('well'),
      page: async (c) => c.text('well'),
      text: () => undefined,
      change: () => {},
    }
    const both = { ...pages, site: files, dashboard: files }
    for (const name of ['site', 'dashboard'] as const) {
      const app = createApps({ ...stack.context, config: limited }, both)[name]
      const statuses: number[] = []
      for (const path of ['/about', '/assets/a.js', '/nothing'])
        statuses.push((await app.request(path, {}, connection)).status)
      expect(statuses, name).toEqual([200, 200, 429])
      const refusal = await app.request('/about', { headers: { Accept: 'text/html' } }, connection)
      expect([refusal.status, refusal.headers.get('Content-Type')]).toEqual([429, 'text/html; charset=utf-8'])
      expect(await refusal.text()).toContain('Please load this page again later.')
    }
  })

  it('is a page to readers and JSON to scripts', async () => {
    const charged = chargedApi()
    const paths = ['/letters', '/newsletter/archive', '/newsletter/archive/an-issue', '/api/newsletter/guide']
    for (const path of paths) {
      const Accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
      const page = await charged.request(path, { headers: { Accept } }, connection)
      expect([page.status, page.headers.get('Content-Type')], path).toEqual([429, 'text/html; charset=utf-8'])
      expect(Number(page.headers.get('Retry-After')), path).toBeGreaterThan(0)
      const text = await page.text()
      expect(text, path).toContain('Please load this page again later.')
      expect(text, path).not.toContain('form')
      const json = await charged.request(path, { headers: { Accept: '*/*' } }, connection)
      expect([json.status, json.headers.get('Content-Type')], path).toEqual([429, 'application/json'])
    }
    const form = await charged.request('/api/contact', formPost({ name: 'Ada' }), connection)
    expect([form.status, form.headers.get('Content-Type')]).toEqual([429, 'text/html; charset=utf-8'])
    expect(await form.text()).toContain('Back button leads to the form')
  })
})

/** Middleware is registered for all methods, or for all paths below one. */
function registeredRoutes(): string[] {
  const api = createApi(stack.context, pages, () => '').routes
  const routes = [...api, { method: 'POST', path: '/api/events' }]
    .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('/*'))
    .map(({ method, path }) => `${method} ${path}`)
  return [...new Set(routes)].toSorted()
}

/** The outcome of a request without effect: for things that do not exist, or with an empty body. */
async function outcomeOf(route: string, bearer: string | undefined): Promise<Outcome> {
  const [method = '', path = ''] = route.split(' ')
  // The stream of live figures never ends; `HEAD` gets the headers that `GET` would.
  const sentMethod = route === 'GET /api/stats/realtime' ? 'HEAD' : method
  const { status, json, text } = await stack.request(
    sentMethod,
    path.replaceAll(/:\w+/g, () => randomUUID()),
    {
      headers: bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` },
      ...(method === 'GET' ? {} : { body: {} }),
    },
  )
  expect(status, `${route}: ${text}`).toBeLessThan(500)
  if (status !== 401 && status !== 403) return 'pass'
  const code = ApiErrorBody.safeParse(json).data?.error.code
  if (code === 'reauthentication_needed') return 'prove'
  // An empty body holds no grant of consent.
  return code === 'consent_required' ? 'pass' : status
}

function endsSession(route: string): boolean {
  return route === 'POST /api/auth/logout'
}

async function openCallers(): Promise<Record<Caller, string | undefined>> {
  const owner = await signIn(stack.context.config.admin)
  const headers = { Authorization: `Bearer ${owner.access_token}` }
  const create = async (draft: object) =>
    CreatedApiToken.parse((await stack.post('/api/tokens', draft, { headers })).json).secret
  const linkSecret = await create({ kind: 'link', name: 'A page' })

  const signedOut = await signIn(stack.context.config.admin)
  await stack.post('/api/auth/logout', {}, { headers: { Authorization: `Bearer ${signedOut.access_token}` } })

  return {
    anonymous: undefined,
    signedOut: signedOut.access_token,
    reader: (await signUp('reader@halfmeasure.test')).access_token,
    unproven: await administrator('owner', { second_factor_required: true }),
    owner: owner.access_token,
    editor: await administrator('editor'),
    analyst: await administrator('analyst'),
    stale: await staleOwner(),
    figuresToken: await create({ kind: 'token', name: 'A program' }),
    revenueToken: await create({ kind: 'token', name: 'A program', scopes: ['figures', 'revenue'] }),
    liveToken: await create({ kind: 'token', name: 'A program', scopes: ['live'] }),
    eventsToken: await create({ kind: 'token', name: 'A warehouse', scopes: ['events'] }),
    link: OpenedShare.parse((await stack.post('/api/share/open', { secret: linkSecret })).json).access_token,
    linkSecret,
    refreshToken: owner.refresh_token,
  }
}

async function administrator(role: Role, { second_factor_required = false } = {}): Promise<string> {
  const name = second_factor_required ? 'unproven' : role
  const { user, access_token: token } = await signUp(`${name}@halfmeasure.test`)
  await stack.context.postgres.db
    .insertInto('admin_profiles')
    .values({ user_id: user.id, role, created_at: new Date(), second_factor_required })
    .execute()
  return token
}

async function staleOwner(): Promise<string> {
  const { access_token: token } = await signIn(stack.context.config.admin)
  await stack.context.postgres.db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(Date.now() - 10 * 60_000) })
    .where('id', '=', String(decodeJwt(token).session_id))
    .execute()
  return token
}

/** The demonstration makes accounts without rights. */
const signUp = (email: string) => openSession('/api/auth/signup', { email, password: PASSWORD })

const signIn = ({ email, password }: { email: string; password: string }) =>
  openSession('/api/auth/token?grant_type=password', { email, password })

async function openSession(path: string, credentials: object): Promise<Required<Session>> {
  const { json } = await stack.post(path, credentials, { headers: { 'X-Session-Mode': 'token' } })
  return Session.required().parse(json)
}
