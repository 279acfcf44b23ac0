import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { describe, expect, it } from 'vitest'
import { createLogger } from '../logger.ts'
import { errorHandler } from './error-handler.ts'
import { adminGuards, dropBodyOfHead, limitBody } from './guards.ts'

describe('HEAD', () => {
  it('ends what GET would have gone on sending', async () => {
    let ended = 0
    const app = new Hono().use(dropBodyOfHead).get('/events', (c) =>
      streamSSE(c, async (stream) => {
        stream.onAbort(() => {
          ended += 1
        })
        while (!stream.aborted) await stream.writeSSE({ data: 'still here' })
      }),
    )
    const { status, headers, body } = await app.request('/events', { method: 'HEAD' })
    expect([status, headers.get('Content-Type'), body]).toEqual([200, 'text/event-stream', null])
    expect(ended).toBe(1)
    expect((await app.request('/events')).body).not.toBeNull()
    expect(ended).toBe(1)
  })

  it('has the headers of GET', async () => {
    const app = new Hono().use(dropBodyOfHead).get('/', (c) => c.body('text', 200, { 'Content-Length': '4' }))
    const { headers, body } = await app.request('/', { method: 'HEAD' })
    expect([headers.get('Content-Length'), body]).toEqual(['4', null])
  })
})

const app = new Hono().post('/', limitBody(10), async (c) => c.text(await c.req.text()))
app.onError(errorHandler(createLogger('silent')))

function post(body: string, headers: Record<string, string> = {}, asStream = false): Promise<Response> {
  const stream = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const character of body) controller.enqueue(new TextEncoder().encode(character))
        controller.close()
      },
    })
  return Promise.resolve(
    app.request('/', {
      method: 'POST',
      headers,
      body: asStream ? stream() : body,
      ...(asStream ? { duplex: 'half' } : {}),
    }),
  )
}

describe('limitBody', () => {
  it.each([
    ['of an announced length', { 'Content-Length': '10' }, false],
    ['without a length', {}, false],
    ['that comes in pieces', { 'Transfer-Encoding': 'chunked' }, true],
  ])('lets a body pass that is as large as may be, %s', async (_, headers, asStream) => {
    const response = await post('0123456789', headers, asStream)
    expect([response.status, await response.text()]).toEqual([200, '0123456789'])
  })

  it.each([
    ['of an announced length', { 'Content-Length': '11' }, false],
    ['without a length', {}, false],
    ['that comes in pieces', { 'Transfer-Encoding': 'chunked' }, true],
    [
      'that says two things about its length',
      { 'Content-Length': '1', 'Transfer-Encoding': 'chunked' },
      true,
    ],
  ])('stops one byte more, %s', async (_, headers, asStream) => {
    expect((await post('0123456789+', headers, asStream)).status).toBe(413)
  })
})

describe('a compressed body', () => {
  const app = new Hono().use(...adminGuards(10)).post('/', async (c) => c.text(await c.req.text()))
  app.onError(errorHandler(createLogger('silent')))
  const send = (encoding: string) =>
    app.request('/', { method: 'POST', body: 'text', headers: { 'Content-Encoding': encoding } })

  it('is refused by the name of its encoding', async () => {
    const response = await send('br')
    expect([response.status, await response.json()]).toEqual([
      415,
      { error: { code: 'unsupported_encoding', message: 'Send the body as it is, without br.' } },
    ])
    expect((await send('identity')).status).toBe(200)
  })
})
