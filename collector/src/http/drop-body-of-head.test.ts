import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { describe, expect, it } from 'vitest'
import { dropBodyOfHead } from './drop-body-of-head.ts'

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
