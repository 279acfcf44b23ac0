import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { openStaticFiles } from '../http/static-files.ts'

const dist = await mkdtemp(join(tmpdir(), 'static-failing-'))
await mkdir(join(dist, 'assets'))
await writeFile(join(dist, 'assets/app-1a2b.js'), 'js')
await writeFile(join(dist, 'index.html'), 'dashboard')
await writeFile(join(dist, '404.html'), 'Oops')
const files = await openStaticFiles(dist, {})

describe('A missing hashed file', () => {
  it('is not kept for ever as the 404 page (site)', async () => {
    const app = new Hono().get('*', files.serve)
    app.notFound((c) => files.page(c, '/404.html', 404))
    const response = await app.request('/assets/app-old.js')
    expect(response.status).toBe(404)
    expect(response.headers.get('Cache-Control')).not.toContain('immutable')
  })

  it('is missing as well where another build took it away after the start', async () => {
    await writeFile(join(dist, 'assets/gone-3c4d.js'), 'js')
    const before = await openStaticFiles(dist, {})
    await rm(join(dist, 'assets/gone-3c4d.js'))
    const app = new Hono().get('*', before.serve)
    app.notFound((c) => before.page(c, '/404.html', 404))
    const response = await app.request('/assets/gone-3c4d.js')
    expect([response.status, await response.text()]).toEqual([404, 'Oops'])
    expect(response.headers.get('Content-Type')).toContain('text/html')
    expect(response.headers.get('Cache-Control')).not.toContain('immutable')
  })

  it('is not answered by the application, and kept for ever at that (dashboard)', async () => {
    const app = new Hono().get('*', files.serve).get('*', (c) => files.page(c, '/index.html', 200))
    const response = await app.request('/assets/app-old.js')
    expect(response.headers.get('Cache-Control')).not.toContain('immutable')
    // Better still: 404, because HTML under a script's name is an error on the screen (in app.ts).
  })
})

it('says in a 304 that the answer varies, as the 200 does', async () => {
  const app = new Hono().get('*', files.serve)
  const etag = (await app.request('/')).headers.get('ETag') ?? ''
  expect((await app.request('/')).headers.get('Vary')).toBe('Accept-Encoding')
  expect((await app.request('/', { headers: { 'If-None-Match': etag } })).headers.get('Vary')).toBe(
    'Accept-Encoding',
  )
})
