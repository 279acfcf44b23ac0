import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { CreatedApiToken } from '@half-measure/shared/sharing/api-token.ts'
import { aBeacon, aClick, aConversion, aPageView } from '@half-measure/shared/testing/events.ts'
import { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '../src/analytics/endpoints/endpoint.ts'
import { ENDPOINTS } from '../src/analytics/endpoints/endpoints.ts'
import { TestStack } from './test-stack.ts'

const OpenApi = z.object({ paths: z.record(z.string(), z.unknown()) })

/** The parameters that a query needs beside a range; queries not listed need none. */
const PARAMETERS: Readonly<Record<string, Record<string, string>>> = {
  query: { metrics: 'sessions,conversion_rate', by: 'page', compare: 'week' },
  'export.csv': { by: 'channel' },
  'experiments/results': { test: 'review_page_layout' },
  imported: { first_day: '2026-01-01', last_day: '2026-01-31' },
  journeys: { page: '/' },
  'events.csv': { table: 'page_views', day: new Date().toISOString().slice(0, 10) },
}

/** The smallest group that tokens may see. */
const READERS = 5

/** Tokens see whole hours. */
const AT = Date.now() - 2 * HOUR_MS
const THEN = { occurred_at: new Date(AT).toISOString() }

let stack: TestStack
let admin: string
let token: string

beforeAll(async () => {
  stack = await TestStack.open()
  for (let session = 0; session < READERS; session++) {
    const events = [aPageView({ page_path: '/', ...THEN }), aPageView(THEN), aClick(THEN), aConversion(THEN)]
    // One alone came from somewhere else.
    if (session === 0) events.push(aPageView({ page_path: '/contact', ...THEN }))
    const consent = { analytics: true as const, version: '2026-11', at: THEN.occurred_at }
    const beacon = aBeacon({ session_id: `session_1763632800000_reader${session}`, consent, events })
    expect((await stack.post('/api/events', beacon)).status).toBe(202)
  }
  await stack.untilStored()
  const loads = [...Array<string>(READERS).fill('/'), '/contact']
  for (const page of loads) stack.context.coverageCounts.countLoad({ page, country: 'GB' }, AT)
  // One from Malta, who has not accepted.
  stack.context.coverageCounts.countLoad({ page: '/', country: 'MT' }, AT)
  await stack.context.coverageCounts.flush()
  admin = await stack.signIn(stack.context.config.admin)
  const made = await stack.post(
    '/api/tokens',
    { kind: 'token', name: 'A program', scopes: ['figures', 'revenue', 'live', 'events'] },
    { headers: { Authorization: `Bearer ${admin}` } },
  )
  token = CreatedApiToken.parse(made.json).secret
})

afterAll(() => stack[Symbol.asyncDispose]())

function getStats({ path }: Pick<Endpoint, 'path'>, more: Record<string, string> = {}, bearer = token) {
  const range = {
    from: new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 24 * HOUR_MS).toISOString(),
    to: new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS).toISOString(),
  }
  const isOfRange = ENDPOINTS.find((endpoint) => endpoint.path === path)?.parameters.some(
    ({ name }) => name === 'from',
  )
  const query = new URLSearchParams({ ...(isOfRange !== false && range), ...PARAMETERS[path], ...more })
  if (path === 'funnels/result') for (const step of ['page:/', 'page:/newsletter']) query.append('step', step)
  return stack.request('GET', `/api/stats/${path}?${query.toString()}`, {
    headers: { Authorization: `Bearer ${bearer}` },
  })
}

function isCompared(endpoint: Endpoint): endpoint is Endpoint & { result: z.ZodType } {
  const { path, parameters, result } = endpoint
  return result !== 'csv' && !path.includes('{') && parameters.some(({ name }) => name === 'compare')
}

describe('the statistics API, called with a token', () => {
  it.each(ENDPOINTS.filter(({ path }) => !path.includes('{')))(
    '$path responds as described',
    async (endpoint) => {
      const { status, headers, json, text } = await getStats(endpoint)
      expect(status, text).toBe(200)
      // Strictly: nothing that the description does not name.
      const described = endpoint.result === 'csv' ? undefined : endpoint.result.parse(json)
      expect(json).toEqual(described)
      expect(headers.get('content-type')).toMatch(
        endpoint.result === 'csv' ? /^text\/csv/ : /^application\/json/,
      )
    },
  )

  it.each(ENDPOINTS.filter(isCompared))(
    '$path, compared with a year in which nothing was counted, responds as described',
    async (endpoint) => {
      const { status, json, text } = await getStats(endpoint, { compare: 'year' })
      expect(status, text).toBe(200)
      expect(json).toEqual(endpoint.result.parse(json))
    },
  )

  it('says when counting began, also where nothing was imported', async () => {
    const hour = Temporal.Instant.fromEpochMilliseconds(AT).toZonedDateTimeISO(publication.timeZone)
    expect((await getStats({ path: 'imported' })).json).toEqual({
      counted_since: hour.toPlainDate().toString(),
      series: [],
      rows: [],
    })
  })

  it('responds with an error for an article that is not listed', async () => {
    expect((await getStats({ path: 'articles/none' })).json).toMatchObject({
      error: { code: 'article_not_found' },
    })
  })

  it('shows a page with one reader to administrators, and hides it from tokens', async () => {
    const pages = { metrics: 'page_views', by: 'page' }
    const keys = async (bearer: string) =>
      StatsResult.parse((await getStats({ path: 'query' }, pages, bearer)).json).rows.map(({ key }) => key)
    expect(await keys(admin)).toContain('/contact')
    expect(await keys(token)).toEqual(['/', '/articles/pine-beer'])
    expect((await getStats({ path: 'export.csv' }, pages, admin)).text).toContain('/contact')
    expect((await getStats({ path: 'export.csv' }, pages)).text).not.toContain('/contact')
    expect((await getStats({ path: 'top-pages' })).text).not.toContain('/contact')
    expect((await getStats({ path: 'coverage' }, { interval: 'day' }, admin)).text).toContain('/contact')
    expect((await getStats({ path: 'coverage' }, { interval: 'day' })).text).not.toContain('/contact')
    expect((await getStats({ path: 'coverage' }, { interval: 'day' }, admin)).text).toContain('MT')
    expect((await getStats({ path: 'coverage' }, { interval: 'day' })).text).not.toContain('MT')
    expect((await getStats({ path: 'coverage' }, { f: 'is,country,MT' })).json).toMatchObject({
      error: { code: 'too_few_sessions' },
    })

    const one = { metrics: 'page_views,sessions', by: 'screen', f: 'is,page,/contact' }
    expect((await getStats({ path: 'query' }, one, admin)).json).toMatchObject({ row_count: 1 })
    expect((await getStats({ path: 'query' }, one)).json).toMatchObject({
      rows: [],
      row_count: 0,
      totals: { figures: { page_views: null, sessions: null } },
    })
    expect((await getStats({ path: 'journeys' }, { page: '/contact' })).json).toMatchObject({
      error: { code: 'too_few_sessions' },
    })
  })

  it('limits exports to about thirty a minute, and still serves figures', async () => {
    const status = async () => (await getStats({ path: 'export.csv' })).status
    expect(await status()).toBe(200)
    // At once: one after the other, a busy machine makes fewer than thirty a minute.
    const statuses = await Promise.all(Array.from({ length: 44 }, status))
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect((await getStats({ path: 'summary' })).status).toBe(200)
  })

  it('serves its description to anybody', async () => {
    const { status, headers, json } = await stack.request('GET', '/api/openapi.json')
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'public, max-age=60'])
    expect(Object.keys(OpenApi.parse(json).paths)).toContain('/api/stats/query')
    const again = { headers: { 'If-None-Match': headers.get('ETag') ?? '' } }
    expect(await stack.request('GET', '/api/openapi.json', again)).toMatchObject({ status: 304, text: '' })
  })
})
