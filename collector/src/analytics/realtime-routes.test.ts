import type { Realtime } from '@half-measure/shared/stats/realtime.ts'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { errorHandler } from '../platform/http/error-handler.ts'
import type { AdminEnv } from '../identity/require-admin.ts'
import { createLogger } from '../platform/logger.ts'
import { RealtimeFeed } from './live-feed.ts'
import { realtimeHandler } from './realtime-routes.ts'

const HEARTBEAT_MS = 20

// Neither the next figures nor a heartbeat come before a test has them come, however long it takes.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** So many sessions are here; counts how often that is read. */
function feedOf(sessions: number) {
  const queries = { count: 0 }
  const feed = new RealtimeFeed(async (now) => {
    queries.count++
    const ranked = { top: [{ key: '/', sessions }], others: 0 }
    return { at: new Date(now).toISOString(), sessions, minutes: [], pages: ranked, sources: ranked }
  }, createLogger('silent'))
  onTestFinished(() => feed.stop())
  return { feed, queries }
}

function open(
  feed: RealtimeFeed,
  expectAdmin: (token: string) => Promise<void> = () => Promise.resolve(),
  query = '',
) {
  const app = new Hono<AdminEnv>().get('/realtime', realtimeHandler(feed, expectAdmin, HEARTBEAT_MS))
  app.onError(errorHandler(createLogger('silent')))
  return app.request(`/realtime${query}`, { headers: { Authorization: 'Bearer abc' } })
}

async function nextEvents(response: Response, until: RegExp): Promise<string> {
  if (!response.body) throw new Error('the response has no body')
  let text = ''
  // Leaving the loop ends the stream.
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    text += piece
    if (until.test(text)) break
  }
  return text
}

describe('GET /realtime', () => {
  it('streams what goes on now', async () => {
    const { feed } = feedOf(3)
    const response = await open(feed)
    expect(response.headers.get('Content-Type')).toBe('text/event-stream')
    const text = await nextEvents(response, /event: now\n.*\n\n/)
    const now = JSON.parse(/data: (.*)/.exec(text)?.[1] ?? '') as Realtime
    expect(now).toMatchObject({ sessions: 3, pages: { top: [{ key: '/', sessions: 3 }], others: 0 } })
  })

  it('queries once for all listeners', async () => {
    const { feed, queries } = feedOf(1)
    const responses = await Promise.all([open(feed), open(feed), open(feed)])
    for (const response of responses) await nextEvents(response, /event: now/)
    expect(queries.count).toBe(1)
  })

  it('queries once more for others with filters of their own, a few kinds at a time', async () => {
    const { feed, queries } = feedOf(1)
    const open1 = (query: string) => open(feed, undefined, query)
    const responses = await Promise.all([
      open1(''),
      open1('?f=is,device,mobile&f=is,country,GB'),
      open1('?f=is,country,GB&f=is,device,mobile'),
    ])
    for (const response of responses) await nextEvents(response, /event: now/)
    expect(queries.count).toBe(2)
    for (let i = 0; i < 20; i++)
      feed.listen(`viewer ${i}`, () => {}, [{ operator: 'is', dimension: 'page', values: [`/${i}`] }])
    expect((await open1('?f=is,device,tablet')).status).toBe(503)
  })

  it('refuses filters on what does not exist', async () => {
    const { feed } = feedOf(1)
    expect((await open(feed, undefined, '?f=is,colour,red')).status).toBe(400)
  })

  it('sends heartbeats, so that nobody in between takes it for dead', async () => {
    const { feed } = feedOf(1)
    const response = await open(feed)
    vi.advanceTimersByTime(HEARTBEAT_MS)
    expect(await nextEvents(response, /event: heartbeat/)).toContain('event: heartbeat')
  })

  it('ends with the session of the one who listens', async () => {
    const { feed } = feedOf(1)
    const tokens: string[] = []
    const response = await open(feed, (token) => {
      tokens.push(token)
      return Promise.reject(new Error('over'))
    })
    expect(await nextEvents(response, /event: end/)).toContain('event: end')
    expect(tokens).toEqual(['abc'])
  })

  it('ends when the server stops', async () => {
    const { feed } = feedOf(1)
    const response = await open(feed)
    setTimeout(() => feed.stop(), 10)
    expect(await nextEvents(response, /event: end/)).toContain('event: end')
  })

  it('has room for so many, and says so', async () => {
    const { feed } = feedOf(1)
    for (let i = 0; i < 100; i++) feed.listen(`viewer ${i}`, () => {})
    const { status, headers } = await open(feed)
    expect([status, headers.get('Retry-After')]).toEqual([503, '30'])
    expect(() => feed.listen('another', () => {})).toThrow('Too many people are watching')
  })

  it('is open in a few windows of one viewer, who cannot take the places of the others', async () => {
    const { feed } = feedOf(1)
    const leave = Array.from({ length: 5 }, () => feed.listen('one', () => {}))
    expect(() => feed.listen('one', () => {})).toThrow('open in 5 windows')
    expect(() => feed.listen('another', () => {})).not.toThrow()
    leave[0]?.()
    expect(() => feed.listen('one', () => {})).not.toThrow()
  })

  it('sends nothing after a sign-out', async () => {
    const { feed } = feedOf(1)
    const text = await nextEvents(
      await open(feed, () => Promise.reject(new Error('signed out'))),
      /event: end/,
    )
    expect(text).not.toContain('event: now')
  })
})
