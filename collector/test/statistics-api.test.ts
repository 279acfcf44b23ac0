import { MadeStatsKey } from '@half-measure/shared/sharing/stats-key.ts'
import { aBeacon, aClick, aConversion, aPageView } from '@half-measure/shared/testing/events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Endpoint, ENDPOINTS } from '../src/analytics/openapi/endpoints.ts'
import { TestStack } from './test-stack.ts'

const OpenApi = z.object({ paths: z.record(z.string(), z.unknown()) })

/** What each question needs beside a range; what is not here needs nothing. */
const ASKED: Readonly<Record<string, Record<string, string>>> = {
  query: { metrics: 'sessions,conversion_rate', by: 'page', compare: 'week' },
  'export.csv': { by: 'channel' },
  'experiments/results': { test: 'review_page_layout' },
  journeys: { page: '/' },
}

let stack: TestStack
let admin: string
let token: string

beforeAll(async () => {
  stack = await TestStack.open()
  const events = [aPageView({ page_path: '/' }), aPageView(), aClick(), aConversion()]
  expect((await stack.post('/api/events', aBeacon({ events }))).status).toBe(202)
  await stack.untilStored()
  admin = await stack.signIn(stack.context.config.admin)
  const made = await stack.post(
    '/api/stats-keys',
    { kind: 'token', name: 'A program' },
    { headers: { Authorization: `Bearer ${admin}` } },
  )
  token = MadeStatsKey.parse(made.json).secret
})

afterAll(() => stack[Symbol.asyncDispose]())

function ask({ path }: Pick<Endpoint, 'path'>) {
  const range = {
    from: new Date(Date.now() - 86_400_000).toISOString(),
    to: new Date(Date.now() + 1_000).toISOString(),
  }
  const isOfRange = ENDPOINTS.find((endpoint) => endpoint.path === path)?.parameters.some(
    ({ name }) => name === 'from',
  )
  const query = new URLSearchParams({ ...(isOfRange !== false && range), ...ASKED[path] })
  if (path === 'funnels/result') for (const step of ['page:/', 'page:/newsletter']) query.append('step', step)
  return stack.request('GET', `/api/stats/${path}?${query.toString()}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
}

describe('the statistics API, asked with a token', () => {
  it.each(ENDPOINTS.filter(({ path }) => !path.includes('{')))(
    '$path answers as it is described',
    async (endpoint) => {
      const { status, headers, json, text } = await ask(endpoint)
      expect(status, text).toBe(200)
      // Strictly: nothing that the description does not name.
      const described = endpoint.result === 'csv' ? undefined : endpoint.result.parse(json)
      expect(json).toEqual(described)
      expect(headers.get('content-type')).toMatch(
        endpoint.result === 'csv' ? /^text\/csv/ : /^application\/json/,
      )
    },
  )

  it('an article that is not listed is told so', async () => {
    expect((await ask({ path: 'articles/none' })).json).toMatchObject({
      error: { code: 'article_not_found' },
    })
  })

  it('describes itself to anybody', async () => {
    const { status, json } = await stack.request('GET', '/api/openapi.json')
    expect(status).toBe(200)
    expect(Object.keys(OpenApi.parse(json).paths)).toContain('/api/stats/query')
  })
})
