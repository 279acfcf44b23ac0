import { CreatedApiToken, OpenedShare } from '@half-measure/shared/sharing/api-token.ts'
import { aBeacon, aPageView } from '@half-measure/shared/testing/events.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestStack } from '../test-stack.ts'

const HOUR = 3_600_000
const now = Math.ceil(Date.now() / HOUR) * HOUR
const RANGE = { from: new Date(now - 24 * HOUR).toISOString(), to: new Date(now).toISOString() }

let stack: TestStack

beforeAll(async () => {
  stack = await TestStack.open()
  expect((await stack.post('/api/events', aBeacon({ events: [aPageView(), aPageView()] }))).status).toBe(202)
  await stack.untilStored()
})

afterAll(() => stack[Symbol.asyncDispose]())

it('one share link that asks for a hundred things at once keeps no administrator waiting', async () => {
  const admin = await stack.signIn(stack.context.config.admin)
  const draft = { kind: 'link', name: 'For the printer' }
  const headers = { Authorization: `Bearer ${admin}` }
  const { secret } = CreatedApiToken.parse((await stack.post('/api/tokens', draft, { headers })).json)
  const { access_token } = OpenedShare.parse((await stack.post('/api/share/open', { secret })).json)

  let finished = 0
  const attack = Array.from({ length: 100 }, async (_, i) => {
    const query = new URLSearchParams({
      ...RANGE,
      metrics: 'sessions,bounce_rate,conversion_rate',
      by: 'variant',
      compare: 'week',
      search: String(i),
    })
    const { status } = await stack.request('GET', `/api/stats/query?${query.toString()}`, {
      headers: { Authorization: `Bearer ${access_token}` },
    })
    finished++
    return status
  })
  expect((await stack.stats('summary', RANGE)).status).toBe(200)
  expect((await stack.stats('query', { ...RANGE, by: 'page' })).status).toBe(200)
  expect(finished).toBeLessThan(100)

  const statuses = await Promise.all(attack)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
})
