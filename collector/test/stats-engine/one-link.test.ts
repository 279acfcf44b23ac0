import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { CreatedApiToken, OpenedShare } from '@half-measure/shared/sharing/api-token.ts'
import { aBeacon, aPageView } from '@half-measure/shared/testing/events.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestStack } from '../test-stack.ts'

const now = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS
const RANGE = { from: new Date(now - 24 * HOUR_MS).toISOString(), to: new Date(now).toISOString() }

let stack: TestStack

beforeAll(async () => {
  stack = await TestStack.open()
  expect((await stack.post('/api/events', aBeacon({ events: [aPageView(), aPageView()] }))).status).toBe(202)
  await stack.untilStored()
})

afterAll(() => stack[Symbol.asyncDispose]())

it('a hundred concurrent queries by one share link keep no administrator waiting', async () => {
  const { link, administrator } = await openLink()
  let finished = 0
  const attack = Array.from({ length: 100 }, async (_, i) => {
    const query = { ...RANGE, metrics: 'bounce_rate,conversion_rate', by: 'variant', compare: 'previous' }
    const { status } = await link('query', { ...query, search: String(i) })
    finished++
    return status
  })
  expect((await administrator('summary', RANGE)).status).toBe(200)
  expect((await administrator('query', { ...RANGE, by: 'page' })).status).toBe(200)
  expect(finished).toBeLessThan(100)

  // Where the machine is slow, some wait for too long.
  const statuses = new Set(await Promise.all(attack))
  expect(statuses).toContain(200)
  expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([])
})

it('a shared page that several people open at once shows every figure while an administrator queries without pause', async () => {
  const { link, administrator } = await openLink()
  const over = new AbortController()
  const queryWithoutPause = async () => {
    const statuses = new Set<number>()
    for (let i = 0; !over.signal.aborted; i++)
      statuses.add((await administrator('query', { ...RANGE, by: 'page', search: String(i) })).status)
    return statuses
  }
  const administratorStatuses = queryWithoutPause()
  const panels = ['source', 'country', 'page', 'device', 'browser', 'entry', 'exit', 'element'].map((by) => ({
    ...RANGE,
    metrics: 'sessions,page_views,conversion_rate',
    by,
    compare: 'previous',
  }))
  const pages = Array.from({ length: 5 }, () => panels).flat()
  const statuses = await Promise.all(pages.map(async (panel) => (await link('query', panel)).status))
  over.abort()
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await administratorStatuses).toEqual(new Set([200]))
})

/** Clients of a new share link and of the administrator who created it. */
async function openLink() {
  const clientOf = (token: string) => (path: string, query: Readonly<Record<string, string>>) =>
    stack.request('GET', `/api/stats/${path}?${new URLSearchParams(query).toString()}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
  const admin = await stack.signIn(stack.context.config.admin)
  const headers = { Authorization: `Bearer ${admin}` }
  const draft = { kind: 'link', name: 'For the printer', view: 'compare=previous' }
  const { secret } = CreatedApiToken.parse((await stack.post('/api/tokens', draft, { headers })).json)
  const { access_token } = OpenedShare.parse((await stack.post('/api/share/open', { secret })).json)
  return { link: clientOf(access_token), administrator: clientOf(admin) }
}
