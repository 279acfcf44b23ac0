import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { readArticle } from './routes/reports.ts'
import { exportStats, listTopPages } from './routes/stats.ts'
import type { TopPages } from './stats/overview.ts'
import { createClient } from './client.ts'

const client = createClient({ origin: 'https://admin.example.org', token: 'hm_secret' })

function respondWith(body: unknown, status = 200) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(body, { status }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

afterEach(() => vi.unstubAllGlobals())

describe('a client', () => {
  it('sends its token to the address of the route, and parses what comes back', async () => {
    const fetch = respondWith([{ page_path: '/', views: 7 }])
    const pages = await client.call(listTopPages, { query: { limit: '1' } })
    expectTypeOf(pages).toEqualTypeOf<TopPages>()
    expect(pages).toEqual([{ page_path: '/', views: 7 }])
    const [url, init] = fetch.mock.calls[0] ?? []
    expect(url).toBe('https://admin.example.org/api/stats/top-pages?limit=1')
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer hm_secret')
  })

  it('returns the text of a CSV file', async () => {
    vi.stubGlobal('fetch', async () => new Response('Page,Page views\r\n/,7\r\n'))
    const csv = await client.call(exportStats, { query: { by: 'page' } })
    expectTypeOf(csv).toEqualTypeOf<string>()
    expect(csv).toBe('Page,Page views\r\n/,7\r\n')
  })

  it('says how long to wait, if the API does', async () => {
    const error = { code: 'too_many_queries', message: 'Too many queries are running.' }
    const refusal = (headers: Record<string, string>) => async () =>
      Response.json({ error }, { status: 429, headers })
    vi.stubGlobal('fetch', refusal({ 'Retry-After': '7' }))
    await expect(client.call(listTopPages, {})).rejects.toMatchObject({ ...error, retryAfter: 7 })
    vi.stubGlobal('fetch', refusal({}))
    await expect(client.call(listTopPages, {})).rejects.toMatchObject({ ...error, retryAfter: null })
  })

  it('throws the error of the API', async () => {
    respondWith({ error: { code: 'article_not_found', message: 'There is no such article.' } }, 404)
    await expect(client.call(readArticle, { params: { slug: 'none' } })).rejects.toMatchObject({
      status: 404,
      code: 'article_not_found',
      message: 'There is no such article.',
    })
  })

  it('refuses a response of another shape', async () => {
    respondWith({ pages: [] })
    await expect(client.call(listTopPages, {})).rejects.toThrow('expected array')
  })
})
