import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStaticFiles } from '../platform/http/static-files.ts'
import { countPageLoads } from './count-page-loads.ts'

const BUILT = [
  'index.html',
  '404.html',
  'stories/index.html',
  'café/index.html',
  'newsletter/confirm/index.html',
  'feed.xml',
  'robots.txt',
  'assets/app-1a2b.js',
]
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let directory: string
let app: Hono
let counted: string[]
let bots: string[]

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'page-loads-test-'))
  for (const name of BUILT) {
    await mkdir(dirname(join(directory, name)), { recursive: true })
    await writeFile(join(directory, name), name)
  }
  const files = await openStaticFiles(directory, {})
  app = new Hono()
    .use(
      countPageLoads(
        { countLoad: ({ page, country }, _, isBot) => (isBot ? bots : counted).push(`${page} ${country}`) },
        (c) => c.req.header('x-country') ?? 'GB',
      ),
    )
    .get('/api/page', (c) => c.html('a page of the API'))
    .get('*', files.serve)
    .notFound((c) => files.page(c, '/404.html', 404))
})
afterAll(() => rm(directory, { recursive: true }))

beforeEach(() => {
  counted = []
  bots = []
})

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return app.request(path, { method, headers: { 'User-Agent': BROWSER, ...headers } })
}

describe('a page load', () => {
  it('is judged by the beginning of its user agent: matching 14 KB takes a millisecond', async () => {
    await get('/', { 'User-Agent': 'Googlebot/2.1' })
    await get('/', { 'User-Agent': `${BROWSER} ${'x'.repeat(1_000)} Googlebot/2.1` })
    expect([bots, counted]).toEqual([['/ GB'], ['/ GB']])
  })

  it('counts by the path that events have, however the address is written', async () => {
    for (const path of ['/', '/?utm_source=a', '/stories', '/%73tories'])
      expect((await get(path)).status).toBe(200)
    expect(counted).toEqual(['/ GB', '/ GB', '/stories GB', '/stories GB'])
  })

  it('counts where the browser still has the page', async () => {
    const etag = (await get('/stories')).headers.get('etag') ?? ''
    expect((await get('/stories', { 'If-None-Match': etag })).status).toBe(304)
    expect(counted).toEqual(['/stories GB', '/stories GB'])
  })

  it('counts by country, and apart where the reader is a self-declared bot', async () => {
    await get('/stories', { 'X-Country': 'IE' })
    await get('/stories', { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
    expect(counted).toEqual(['/stories IE'])
    expect(bots).toEqual(['/stories GB'])
  })

  it.each([
    ['an address that does not exist', '/no-such-page', {}],
    ['an address with a slash too many, which leads to the page', '/stories/', {}],
    ['a file', '/assets/app-1a2b.js', {}],
    ['a feed', '/feed.xml', {}],
    ['a text', '/robots.txt', {}],
    ['what the API shows', '/api/page', {}],
    ['a page that a mailed link opens', '/newsletter/confirm?token=secret', {}],
    ['what is fetched ahead of a click', '/', { 'Sec-Purpose': 'prefetch;prerender' }],
    ['what a script fetches', '/', { 'Sec-Fetch-Dest': 'empty' }],
  ])('is not: %s', async (_, path, headers) => {
    expect((await get(path, headers)).status).toBeLessThan(500)
    expect(counted).toEqual([])
  })

  it.each(['HEAD', 'POST'])('is not %s', async (method) => {
    await get('/', {}, method)
    expect(counted).toEqual([])
  })
})
