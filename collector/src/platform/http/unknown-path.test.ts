import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { createLogger } from '../logger.ts'
import { errorHandler } from './error-handler.ts'
import { refuseUnknown } from './unknown-path.ts'

const notes = new Hono()
  .use(async (_, next) => next())
  .get('/', (c) => c.text('all'))
  .post('/', (c) => c.text('made'))
  .patch('/:id', (c) => c.text('changed'))
const app: Hono = new Hono()
  .get('/api/health', (c) => c.text('well'))
  .route('/api/notes', notes)
  .all('/api/*', (c) => refuseUnknown(c, app))
  .onError(errorHandler(createLogger('silent')))

async function request(method: string, path: string) {
  const response = await app.request(path, { method })
  const { error } = (await response.json()) as { error: { code: string; message: string } }
  return [response.status, error.code, response.headers.get('Allow')]
}

describe('an address', () => {
  it.each([
    ['DELETE', '/api/notes', 'GET, HEAD, POST'],
    ['OPTIONS', '/api/notes', 'GET, HEAD, POST'],
    ['PROPFIND', '/api/notes', 'GET, HEAD, POST'],
    ['GET', '/api/notes/1', 'PATCH'],
    ['POST', '/api/health', 'GET, HEAD'],
  ])('says what it takes instead of %s %s', async (method, path, allow) => {
    expect(await request(method, path)).toEqual([405, 'method_not_allowed', allow])
  })

  it.each([
    ['GET', '/api/note'],
    ['GET', '/api/notes/'],
    ['POST', '/api'],
    ['DELETE', '/api/notes/1/2'],
  ])('that takes nothing is none: %s %s', async (method, path) => {
    expect(await request(method, path)).toEqual([404, 'not_found', null])
  })

  it('still serves its own methods', async () => {
    expect(await (await app.request('/api/notes', { method: 'POST' })).text()).toBe('made')
    expect(await (await app.request('/api/health')).text()).toBe('well')
  })
})
