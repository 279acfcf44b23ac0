import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStaticFiles } from './static-files.ts'

/** What a build leaves. The compressed copies say who they are, so that a test sees which one it got. */
const BUILT: Record<string, string> = {
  'index.html': '<a href="https://site-origin.invalid/">Home</a>'.repeat(20),
  '404.html': 'Oops',
  'failed.html': 'Failed',
  'stories/index.html': 'Stories',
  'feed.xml': '<link>https://site-origin.invalid/</link><link>https://other-origin.invalid/</link>',
  'robots.txt': 'Sitemap: https://site-origin.invalid/sitemap.xml',
  'site.webmanifest': '{"start_url":"https://site-origin.invalid/"}',
  'favicon.ico': 'icon',
  'guide.pdf': 'guide',
  'café menu.txt': 'half a measure',
  'assets/app-1a2b.js': 'const origin = "https://site-origin.invalid"',
  'assets/app-1a2b.js.br': 'js in brotli',
  'assets/app-1a2b.js.gz': 'js in gzip',
  'assets/style-3c4d.css': 'css',
  'assets/style-3c4d.css.gz': 'css in gzip',
  'assets/letters-5e6f.woff2': 'letters',
}

let directory: string
let app: Hono

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'static-files-test-'))
  const dist = join(directory, 'dist')
  for (const [name, content] of Object.entries(BUILT)) {
    await mkdir(dirname(join(dist, name)), { recursive: true })
    await writeFile(join(dist, name), content)
  }
  await writeFile(join(directory, 'secret.txt'), 'secret')
  const files = await openStaticFiles(
    dist,
    {
      'https://site-origin.invalid': 'https://halfmeasure.test',
      'https://other-origin.invalid': 'https://admin.halfmeasure.test',
    },
    ['/404.html', '/failed.html'],
  )
  app = new Hono().get('*', files.serve)
  app.notFound((c) => files.page(c, '/404.html', 404))
})

afterAll(() => rm(directory, { recursive: true }))

const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })

describe('pictures', () => {
  it('may be shown by mailboxes on the web, which nothing else may', async () => {
    const policyOf = async (path: string) => (await get(path)).headers.get('Cross-Origin-Resource-Policy')
    expect(await policyOf('/favicon.ico')).toBe('cross-origin')
    expect(await policyOf('/')).toBeNull()
    expect(await policyOf('/guide.pdf')).toBeNull()
  })
})

describe('paths', () => {
  it.each([
    [
      '/',
      BUILT['index.html']?.replaceAll('site-origin.invalid', 'halfmeasure.test'),
      'text/html; charset=utf-8',
    ],
    ['/stories', 'Stories', 'text/html; charset=utf-8'],
    ['/stories?page=2', 'Stories', 'text/html; charset=utf-8'],
    ['/favicon.ico', 'icon', 'image/x-icon'],
    ['/guide.pdf', 'guide', 'application/pdf'],
    ['/assets/letters-5e6f.woff2', 'letters', 'font/woff2'],
    ['/assets/style-3c4d.css', 'css', 'text/css; charset=utf-8'],
    ['/caf%C3%A9%20menu.txt', 'half a measure', 'text/plain; charset=utf-8'],
  ])('%s', async (path, content, type) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe(type)
    expect(await response.text()).toBe(content)
  })

  it.each([
    ['/nothing'],
    ['/stories/index'],
    ['/stories//'],
    ['/Guide.pdf'],
    ['/404.html'],
    ['/failed.html'],
    ['/assets/app-1a2b.js.br'],
    ['/assets/app-1a2b.js.gz'],
    ['/assets'],
    ['/../secret.txt'],
    ['/%2e%2e/secret.txt'],
    ['/..%2fsecret.txt'],
    ['/%2e%2e%2fsecret.txt'],
    ['/%252e%252e%252fsecret.txt'],
    ['/stories/..%2f..%2fsecret.txt'],
    ['/stories/..%5c..%5csecret.txt'],
    ['/stories/../../secret.txt'],
    ['//secret.txt'],
    ['/%00index.html'],
    ['/index.html%00.js'],
    ['/%'],
    ['/%E0%A4%A'],
    ['/%ff%fe'],
    ['/__proto__'],
    ['/constructor'],
    [`/${'a/'.repeat(5_000)}`],
  ])('%s is not found', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toBe('Oops')
  })

  it('leads from a path with a slash at its end to the one without, keeping the query', async () => {
    const response = await get('/stories/?utm_source=x')
    expect(response.status).toBe(301)
    expect(response.headers.get('Location')).toBe('/stories?utm_source=x')
  })

  it.each([
    ['/Stories?utm_source=X', '/stories?utm_source=X'],
    ['/STORIES', '/stories'],
    ['/Stories/?utm_source=X', '/stories?utm_source=X'],
  ])('leads from the capitals of %s to the page', async (path, address) => {
    const response = await get(path)
    expect(response.status).toBe(301)
    expect(response.headers.get('Location')).toBe(address)
  })

  it.each([
    ['/index.html', '/'],
    ['/stories/index.html?page=2', '/stories?page=2'],
    ['/stories%2Findex.html', '/stories'],
    ['/stories/%69ndex.html', '/stories'],
  ])('leads from %s to the folder’s own address', async (path, address) => {
    const response = await get(path)
    expect(response.status).toBe(301)
    expect(response.headers.get('Location')).toBe(address)
  })

  it('finds nothing outside its folder, by a real file’s full name either', async () => {
    const response = await get(join(directory, 'secret.txt'))
    expect(response.status).toBe(404)
    expect((await get(join(directory, 'dist/index.html'))).status).toBe(404)
  })

  it('refuses to start a page that the build does not have', async () => {
    const files = await openStaticFiles(join(directory, 'dist/stories'), {})
    const other = new Hono()
      .get('*', (c) => files.page(c, '/404.html', 404))
      .onError((error, c) => c.text(error.message, 500))
    expect(await (await other.request('/')).text()).toContain('/404.html')
  })
})

describe('addresses', () => {
  it('replaces placeholders in pages and feeds', async () => {
    expect(await (await get('/feed.xml')).text()).toBe(
      '<link>https://halfmeasure.test/</link><link>https://admin.halfmeasure.test/</link>',
    )
    expect(await (await get('/robots.txt')).text()).toContain('https://halfmeasure.test/sitemap.xml')
    expect(await (await get('/site.webmanifest')).text()).toContain('https://halfmeasure.test/')
  })

  it('leaves hashed files as they were hashed', async () => {
    expect(await (await get('/assets/app-1a2b.js')).text()).toBe(BUILT['assets/app-1a2b.js'])
  })
})

describe('caching', () => {
  it.each([['/assets/app-1a2b.js'], ['/assets/letters-5e6f.woff2']])('keeps %s for ever', async (path) => {
    expect((await get(path)).headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  })

  it.each([['/'], ['/stories'], ['/favicon.ico'], ['/feed.xml'], ['/nothing'], ['/assets/../stories']])(
    'has %s revalidated',
    async (path) => {
      expect((await get(path)).headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
    },
  )

  it('responds 304 to a client that has the file', async () => {
    for (const path of ['/', '/stories', '/assets/style-3c4d.css']) {
      const etag = (await get(path)).headers.get('ETag') ?? ''
      expect(etag).toMatch(/^"[\w-]{22}"$/)
      for (const header of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const response = await get(path, { 'If-None-Match': header })
        expect(response.status).toBe(304)
        expect(await response.text()).toBe('')
        expect(response.headers.get('ETag')).toBe(etag)
        expect(response.headers.get('Cache-Control')).toMatch(/^public/)
      }
      for (const header of ['"other"', '', etag.slice(1, -1)]) {
        expect((await get(path, { 'If-None-Match': header })).status).toBe(200)
      }
    }
  })

  it('changes the ETag with the addresses, which change the file', async () => {
    const elsewhere = await openStaticFiles(join(directory, 'dist'), {
      'https://site-origin.invalid': 'https://x.test',
    })
    const other = new Hono().get('*', elsewhere.serve)
    const etags = async (path: string) => [
      (await get(path)).headers.get('ETag'),
      (await other.request(path)).headers.get('ETag'),
    ]
    const [page, pageElsewhere] = await etags('/')
    expect(page).not.toBe(pageElsewhere)
    const [script, scriptElsewhere] = await etags('/assets/app-1a2b.js')
    expect(script).toBe(scriptElsewhere)
  })

  it('gives the 404 page no ETag to match', async () => {
    const response = await get('/nothing')
    expect(response.headers.get('ETag')).toBeNull()
    expect((await get('/nothing', { 'If-None-Match': '*' })).status).toBe(404)
  })
})

describe('encodings', () => {
  it.each([
    ['br', 'br', 'js in brotli'],
    ['gzip, deflate, br, zstd', 'br', 'js in brotli'],
    ['gzip', 'gzip', 'js in gzip'],
    ['gzip;q=0.5', 'gzip', 'js in gzip'],
    ['br;q=0, gzip', 'gzip', 'js in gzip'],
    ['br;q=0.000,gzip;q=1.0', 'gzip', 'js in gzip'],
    ['br;q=0.001', 'br', 'js in brotli'],
    ['deflate', null, BUILT['assets/app-1a2b.js']],
    ['identity', null, BUILT['assets/app-1a2b.js']],
    ['br; q=0, gzip; q=0', null, BUILT['assets/app-1a2b.js']],
    ['bread', null, BUILT['assets/app-1a2b.js']],
    ['', null, BUILT['assets/app-1a2b.js']],
  ])('Accept-Encoding: %s', async (header, encoding, content) => {
    const response = await get('/assets/app-1a2b.js', { 'Accept-Encoding': header })
    expect(response.headers.get('Content-Encoding')).toBe(encoding)
    expect(response.headers.get('Vary')).toBe('Accept-Encoding')
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    expect(await response.text()).toBe(content)
  })

  it('sends what the build compressed, and nothing else', async () => {
    const css = await get('/assets/style-3c4d.css', { 'Accept-Encoding': 'br, gzip' })
    expect(css.headers.get('Content-Encoding')).toBe('gzip')
    const letters = await get('/assets/letters-5e6f.woff2', { 'Accept-Encoding': 'br, gzip' })
    expect(letters.headers.get('Content-Encoding')).toBeNull()
    expect(letters.headers.get('Vary')).toBeNull()
    expect(await letters.text()).toBe('letters')
  })

  it('compresses pages after their addresses are in', async () => {
    const plain = await (await get('/')).text()
    expect(plain).toContain('https://halfmeasure.test/')
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [encoding, decode] of Object.entries(decoders)) {
      // Twice: the second one comes from memory.
      for (let i = 0; i < 2; i++) {
        const response = await get('/', { 'Accept-Encoding': encoding })
        expect(response.headers.get('Content-Encoding')).toBe(encoding)
        const bytes = Buffer.from(await response.arrayBuffer())
        expect(bytes.length).toBeLessThan(plain.length)
        expect(decode(bytes).toString()).toBe(plain)
      }
    }
  })

  it('compresses the 404 page as well', async () => {
    const response = await get('/nothing', { 'Accept-Encoding': 'gzip' })
    expect(response.status).toBe(404)
    expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe('Oops')
  })
})

describe('HEAD', () => {
  it.each([['/'], ['/assets/app-1a2b.js'], ['/nothing']])(
    'says of %s what GET says, without it',
    async (path) => {
      const headers = { 'Accept-Encoding': 'br' }
      const [whole, head] = [await get(path, headers), await app.request(path, { method: 'HEAD', headers })]
      expect(head.status).toBe(whole.status)
      expect(await head.text()).toBe('')
      expect([...head.headers]).toEqual([...whole.headers])
    },
  )
})

describe('other methods', () => {
  it.each([['POST'], ['PUT'], ['DELETE']])('%s finds nothing', async (method) => {
    expect((await app.request('/', { method })).status).toBe(404)
  })
})

describe('a hashed file that is missing', () => {
  it('is not cached for ever as a 404 page', async () => {
    const response = await get('/assets/app-old.js')
    expect(response.status).toBe(404)
    expect(response.headers.get('Cache-Control')).not.toContain('immutable')
  })

  it('is missing too where another build removed it after the start', async () => {
    const dist = join(directory, 'dist')
    await writeFile(join(dist, 'assets/gone-3c4d.js'), 'js')
    const before = await openStaticFiles(dist, {})
    await rm(join(dist, 'assets/gone-3c4d.js'))
    const other = new Hono().get('*', before.serve)
    other.notFound((c) => before.page(c, '/404.html', 404))
    const response = await other.request('/assets/gone-3c4d.js')
    expect([response.status, await response.text()]).toEqual([404, 'Oops'])
    expect(response.headers.get('Content-Type')).toContain('text/html')
    expect(response.headers.get('Cache-Control')).not.toContain('immutable')
  })

  it('is sent from memory where it is small and was sent before, and never where it is large', async () => {
    const dist = join(directory, 'dist')
    const write = (content: string) =>
      Promise.all([
        writeFile(join(dist, 'assets/small-1a2b.js'), content),
        writeFile(join(dist, 'assets/large-1a2b.js'), content.repeat(300_000)),
      ])
    await write('a')
    const files = await openStaticFiles(dist, {})
    const other = new Hono().get('*', files.serve)
    const first = async (name: string) => (await (await other.request(`/assets/${name}`)).text())[0]
    expect([await first('small-1a2b.js'), await first('large-1a2b.js')]).toEqual(['a', 'a'])
    await write('b')
    expect([await first('small-1a2b.js'), await first('large-1a2b.js')]).toEqual(['a', 'b'])
  })

  it('leaves memory when other files need it, those of another folder included', async () => {
    const open = async (folder: string, count: number) => {
      const dist = join(directory, folder)
      await mkdir(dist)
      for (let n = 0; n < count; n++) await writeFile(join(dist, `${n}.js`), Buffer.alloc(256 * 1_024, 'a'))
      const other = new Hono().get('*', (await openStaticFiles(dist, {})).serve)
      const read = async (n: number) => (await (await other.request(`/${n}.js`)).text())[0]
      for (let n = 0; n < count; n++) await read(n)
      return { dist, read }
    }
    const { dist, read } = await open('site', 1)
    await writeFile(join(dist, '0.js'), 'b')
    expect(await read(0)).toBe('a')
    await open('dashboard', 128)
    expect(await read(0)).toBe('b')
  })

  it('is not cached for ever as the application served in its place', async () => {
    const files = await openStaticFiles(join(directory, 'dist'), {})
    const dashboard = new Hono().get('*', files.serve).get('*', (c) => files.page(c, '/index.html', 200))
    const response = await dashboard.request('/assets/app-old.js')
    expect(response.headers.get('Cache-Control')).not.toContain('immutable')
  })
})

it('says in a 304 that the response varies, as the 200 does', async () => {
  const etag = (await get('/')).headers.get('ETag') ?? ''
  expect((await get('/')).headers.get('Vary')).toBe('Accept-Encoding')
  expect((await get('/', { 'If-None-Match': etag })).headers.get('Vary')).toBe('Accept-Encoding')
})

it('serves a changing text as it is now, under an ETag of its own, and leaves other pages as they are', async () => {
  const files = await openStaticFiles(join(directory, 'dist'), {}, [], 'Stories')
  const changing = new Hono().get('*', files.serve)
  const page = async (path: string, headers: Record<string, string> = {}) => {
    const response = await changing.request(path, { headers })
    return { text: await response.text(), status: response.status, etag: response.headers.get('ETag') ?? '' }
  }
  const [home, before] = [await page('/'), await page('/stories')]
  expect(before.text).toBe('Stories')
  files.change('Tales')
  files.change('Letters')
  const after = await page('/stories', { 'If-None-Match': before.etag })
  expect(after).toMatchObject({ status: 200, text: 'Letters' })
  expect(await page('/stories', { 'If-None-Match': after.etag })).toMatchObject({ status: 304 })
  expect(await page('/')).toEqual(home)
})
