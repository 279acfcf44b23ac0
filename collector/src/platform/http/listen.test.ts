import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Listener, listen } from './listen.ts'

let server: Listener

beforeAll(async () => {
  const app = new Hono().get('/', (c) => c.text('well')).post('/', (c) => c.text('early'))
  server = await listen({ app }, '127.0.0.1', 0)
})
afterAll(() => server.stop())

/** All that comes back to these bytes. */
function send(bytes: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}

const HOST = 'Host: localhost\r\n'

describe('what is no request', () => {
  it.each([
    ['no HTTP at all', 'good morning\r\n\r\n', '400 Bad Request', 'invalid_request'],
    ['a method that is none', `FOO / HTTP/1.1\r\n${HOST}\r\n`, '400 Bad Request', 'invalid_request'],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', '400 Bad Request', 'invalid_request'],
    [
      'a host that is none',
      'GET / HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n',
      '400',
      'invalid_request',
    ],
    [
      'two lengths',
      `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      '400 Bad Request',
      'invalid_request',
    ],
    [
      'a header of 20 KiB',
      `GET / HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_480)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'headers_too_large',
    ],
  ])('gets an error in the format of the API: %s', async (_, bytes, status, code) => {
    const answer = await send(bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status}`))
    expect(answer.toLowerCase()).toContain('content-type: application/json')
    expect(JSON.parse(/\{.*\}/.exec(answer)?.[0] ?? '')).toEqual({
      error: { code, message: expect.any(String) },
    })
  })

  it('differs from an internal error, whose cause is not disclosed', async () => {
    const broken = new Hono().get('/', () => {
      throw new Error('a secret')
    })
    broken.onError((error) => {
      throw error
    })
    const other = await listen({ app: broken }, '127.0.0.1', 0)
    const response = await fetch(`http://127.0.0.1:${other.port}/`)
    expect([response.status, await response.json()]).toMatchObject([
      500,
      { error: { code: 'internal_error' } },
    ])
    await other.stop()
  })

  it('gets it after a response, and never within one', async () => {
    const answers = await send(`GET / HTTP/1.1\r\n${HOST}\r\ngood morning\r\n\r\n`)
    expect(answers).toMatch(/^HTTP\/1\.1 200 OK[^{]*well/)
    expect(answers.match(/HTTP\/1\.1/g)?.length).toBeLessThanOrEqual(2)
  })
})
