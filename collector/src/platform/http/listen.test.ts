import { once } from 'node:events'
import { createServer } from 'node:http'
import { BlockList, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { recordingLogger } from '../../spool/testing/temporary-spool.ts'
import { type Handlers, type Listener, listen, listenOn } from './listen.ts'

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

/** A server on a port of its own. It stops when the test ends. */
async function open(handlers: Handlers, timeouts?: Parameters<typeof listen>[3]): Promise<Listener> {
  const other = await listen(handlers, '127.0.0.1', 0, timeouts)
  onTestFinished(() => other.stop())
  return other
}

describe('a port that cannot be opened', () => {
  it.each([
    ['127.0.0.1', 'is taken by another program. Stop it, or set METRICS_PORT to a free one.'],
    // No machine has an address of the documentation.
    ['192.0.2.1', 'cannot be opened (EADDRNOTAVAIL). Set METRICS_PORT to a port above 1023, and HOST to'],
  ])('is named, with its variable and what to do: on %s', async (host, problem) => {
    const open = listenOn(createServer(), host, server.port, 'METRICS_PORT')
    await expect(open).rejects.toThrow(`Port ${server.port} on ${host} ${problem}`)
  })
})

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
    const response = await send(bytes)
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status}`))
    expect(response.toLowerCase()).toContain('content-type: application/json')
    expect(JSON.parse(/\{.*\}/.exec(response)?.[0] ?? '')).toEqual({
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
    const other = await open({ app: broken })
    const response = await fetch(`http://127.0.0.1:${other.port}/`)
    expect([response.status, await response.json()]).toMatchObject([
      500,
      { error: { code: 'internal_error' } },
    ])
  })

  it('gets it after a response, and never within one', async () => {
    const responses = await send(`GET / HTTP/1.1\r\n${HOST}\r\ngood morning\r\n\r\n`)
    expect(responses).toMatch(/^HTTP\/1\.1 200 OK[^{]*well/)
    expect(responses.match(/HTTP\/1\.1/g)?.length).toBeLessThanOrEqual(2)
  })
})

it('does nothing for a client that is gone: a browser repeats such a request on another connection', async () => {
  let done = 0
  const app = new Hono().get('/', (c) => c.text('well')).post('/', (c) => c.text(`${++done}`))
  const other = await open({ app })
  const client = connect(other.port, '127.0.0.1')
  client.write(`GET / HTTP/1.1\r\n${HOST}\r\n`)
  await once(client, 'data')
  client.write(`POST / HTTP/1.1\r\n${HOST}Content-Length: 0\r\n\r\n`)
  client.resetAndDestroy()
  const repeated = await fetch(`http://127.0.0.1:${other.port}/`, { method: 'POST' })
  expect(await repeated.text()).toBe('1')
})

describe('requests that are sent before the response to the one before', () => {
  /** A server with a request that waits until it is released, and how many it has begun. */
  async function openSlow() {
    const begun: string[] = []
    const { promise: held, resolve: release } = Promise.withResolvers<string>()
    const app = new Hono().get('/:n', async (c) => {
      begun.push(c.req.param('n'))
      return c.text(await held)
    })
    return { begun, release: () => release('well'), ...(await open({ app })) }
  }
  const get = (n: number) => `GET /${n} HTTP/1.1\r\n${HOST}\r\n`

  it('are handled one after the other', async () => {
    const { port, begun, release } = await openSlow()
    const socket = await openTo(port)
    let received = ''
    socket.setEncoding('latin1').on('data', (data: string) => (received += data))
    socket.write(get(1) + get(2) + get(3))
    await expect.poll(() => begun).toEqual(['1'])
    await fetch(`http://127.0.0.1:${port}/`)
    expect(begun).toEqual(['1'])
    release()
    await expect.poll(() => received.match(/well/g)).toHaveLength(3)
    expect(begun).toEqual(['1', '2', '3'])
  })

  it('are not begun once the connection has ended', async () => {
    const { port, begun, release } = await openSlow()
    const socket = await openTo(port)
    socket.write(get(1) + get(2))
    await expect.poll(() => begun).toEqual(['1'])
    socket.resetAndDestroy()
    release()
    expect(await (await fetch(`http://127.0.0.1:${port}/3`)).text()).toBe('well')
    expect(begun).toEqual(['1', '3'])
  })

  it('do not interrupt the response before them where the next bytes are no request', async () => {
    const endless = () => new ReadableStream({ start: (stream) => stream.enqueue('begun') })
    const { port } = await open({ app: new Hono().get('/:n', (c) => c.body(endless())) })
    const socket = await openTo(port)
    let received = ''
    socket.setEncoding('latin1').on('data', (data: string) => (received += data))
    const closed = closeOf(socket)
    socket.write(get(1) + get(2))
    await expect.poll(() => received).toContain('begun')
    socket.write('good morning\r\n\r\n')
    await closed
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  it('close the connection if they are many, and other connections are served', async () => {
    const { port, begun, release } = await openSlow()
    const socket = await openTo(port)
    const closed = closeOf(socket)
    socket.pause().write(get(1).repeat(1_000))
    await closed
    expect(begun).toHaveLength(1)
    release()
    expect(await (await fetch(`http://127.0.0.1:${port}/2`)).text()).toBe('well')
    expect(begun).toEqual(['1', '2'])
  })
})

/** As long as any test. */
const PATIENT = {
  headersTimeout: 600_000,
  requestTimeout: 600_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 600_000,
  idleTimeout: 600_000,
}

/** The same with short timeouts. */
const impatient = (app: Hono) =>
  open(
    { app },
    {
      headersTimeout: 200,
      requestTimeout: 300,
      connectionsCheckingInterval: 20,
      keepAliveTimeout: 60_000,
      idleTimeout: 500,
    },
  )

/** A connection to a port, open. It ends when the test does. */
async function openTo(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Resolves where the connection is reset as well, as it is when the server had bytes left to read. */
function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => void socket.once('close', () => resolve()))
}

describe('a slow sender', () => {
  it.each([
    ['of headers', `GET / HTTP/1.1\r\n${HOST}X-One: 1\r\n`, 'X-More: 1\r\n'],
    ['of a body', `POST / HTTP/1.1\r\n${HOST}Content-Length: 1000\r\n\r\n`, 'x'],
  ])('%s is disconnected, however steadily it sends, and others are served', async (_, begin, more) => {
    const other = await impatient(new Hono().post('/', async (c) => c.text(await c.req.text())))
    const socket = await openTo(other.port)
    let received = ''
    socket.setEncoding('latin1').on('data', (data: string) => (received += data))
    const closed = closeOf(socket)
    socket.write(begin)
    const drip = setInterval(() => socket.write(more), 20)
    onTestFinished(() => clearInterval(drip))
    // On a busy machine this one may take too long as well.
    const quick = async () => {
      const response = await fetch(`http://127.0.0.1:${other.port}/`, { method: 'POST', body: 'quick' })
      return response.text()
    }
    await expect.poll(quick).toBe('quick')
    await closed
    expect(received).toMatch(/^HTTP\/1\.1 408 Request Timeout/)
    expect(received).toContain('"code":"request_timeout"')
  })
})

describe('a client that reads nothing', () => {
  it('is disconnected, and what it was sent is released', async () => {
    // The adapter of Hono prints that the response was cut off.
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => printed.mockRestore())
    const { promise: released, resolve } = Promise.withResolvers<string>()
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(64 * 1_024))
      },
      destroy(_, done) {
        resolve('released')
        done(null)
      },
    })
    const app = new Hono().get('/', (c) => c.body(Readable.toWeb(endless) as ReadableStream))
    const other = await impatient(app)
    const socket = await openTo(other.port)
    socket.pause().write(`GET / HTTP/1.1\r\n${HOST}\r\n`)
    expect(await released).toBe('released')
  })
})

describe('connections', () => {
  const app = new Hono().get('/', (c) => c.text('well'))
  const nobody = new BlockList()
  const loopback = new BlockList()
  loopback.addAddress('127.0.0.1')

  function isServed(socket: Socket): Promise<boolean> {
    const responded = new Promise<boolean>((resolve) => socket.once('data', () => resolve(true)))
    socket.write(`GET / HTTP/1.1\r\n${HOST}\r\n`)
    return Promise.race([responded, closeOf(socket).then(() => false)])
  }

  it.each([
    ['of one network', { perNetwork: 2, trustedProxies: nobody }],
    ['of all networks, proxies included', { total: 2, trustedProxies: loopback }],
  ])('%s are bounded, and one that ends makes room', async (_, limits) => {
    const { log, lines } = recordingLogger()
    const { port } = await open({ app, connections: { ...limits, log } }, PATIENT)
    const [first, second] = [await openTo(port), await openTo(port)]
    expect(await isServed(first)).toBe(true)
    expect(await isServed(second)).toBe(true)
    for (let n = 0; n < 3; n++) expect(await isServed(await openTo(port))).toBe(false)
    expect(lines).toEqual(['warn: too many open connections; refusing new ones'])
    first.destroy()
    await expect.poll(async () => isServed(await openTo(port)), { timeout: 60_000 }).toBe(true)
  })

  it('of a trusted proxy are not those of one client', async () => {
    const { log } = recordingLogger()
    const other = await open({ app, connections: { perNetwork: 1, trustedProxies: loopback, log } })
    for (let n = 0; n < 3; n++) expect(await isServed(await openTo(other.port))).toBe(true)
  })

  it('of a trusted proxy count for the client of each request while it is under way', async () => {
    const { log, lines } = recordingLogger()
    const { promise: held, resolve: release } = Promise.withResolvers<string>()
    const slow = new Hono().get('/', (c) => c.text('well')).get('/slow', async (c) => c.text(await held))
    // A quarter of all for one network.
    const limits = { total: 8, trustedProxies: loopback, log }
    const other = await open({ app: slow, connections: limits })
    const get = (path: string, client: string) =>
      fetch(`http://127.0.0.1:${other.port}${path}`, { headers: { 'X-Forwarded-For': client } })

    const first = [get('/slow', '192.0.2.1'), get('/slow', '192.0.2.1')]
    await expect.poll(async () => (await get('/', '192.0.2.1')).status).toBe(429)
    expect(await (await get('/', '192.0.2.1')).json()).toMatchObject({ error: { code: 'rate_limited' } })
    expect((await get('/', '192.0.2.2')).status).toBe(200)
    expect(lines).toEqual(['warn: too many open connections; refusing new ones'])
    release('well')
    for (const { status } of await Promise.all(first)) expect(status).toBe(200)
    await expect.poll(async () => (await get('/', '192.0.2.1')).status).toBe(200)
  })

  it('of a trusted proxy whose client leaves an unfinished request are free again', async () => {
    const { log } = recordingLogger()
    const reading = new Hono()
      .get('/', (c) => c.text('well'))
      .post('/', async (c) => c.text(await c.req.text().catch(() => '')))
    const limits = { total: 8, trustedProxies: loopback, log }
    const other = await open({ app: reading, connections: limits })
    const headers = { 'X-Forwarded-For': '192.0.2.1' }
    const status = async () => (await fetch(`http://127.0.0.1:${other.port}/`, { headers })).status
    const unfinished = [await openTo(other.port), await openTo(other.port)]
    for (const socket of unfinished)
      socket.write(`POST / HTTP/1.1\r\n${HOST}X-Forwarded-For: 192.0.2.1\r\nContent-Length: 9\r\n\r\nbody`)
    await expect.poll(status).toBe(429)
    for (const socket of unfinished) socket.destroy()
    await expect.poll(status).toBe(200)
  })
})
