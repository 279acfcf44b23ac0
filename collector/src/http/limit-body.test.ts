import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { createLogger } from '../logger.ts'
import { errorHandler } from './error-handler.ts'
import { limitBody } from './limit-body.ts'

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
    const answer = await post('0123456789', headers, asStream)
    expect([answer.status, await answer.text()]).toEqual([200, '0123456789'])
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
