import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { aBeacon, aPageView } from '@half-measure/shared/testing/events.ts'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseCidrs } from '../src/config/addresses.ts'
import { requestAddressOf } from '../src/platform/http/client-address.ts'
import { RequestLimits } from '../src/platform/http/rate-limit.ts'
import { type Listener, listen } from '../src/platform/http/listen.ts'
import { createLogger } from '../src/platform/logger.ts'
import { eventRoutes } from '../src/ingest/event-routes.ts'
import { productionOrigins } from '../src/testing/events-app.ts'
import { TestIngest } from '../src/testing/test-ingest.ts'
import { totalsOf } from '../src/spool/testing/totals.ts'

/** Beacons a minute and client, in these tests. */
const LIMIT = 100

let test: TestIngest
let server: Listener

beforeEach(async () => {
  test = await TestIngest.open()
  const proxies = parseCidrs('127.0.0.1')
  if (typeof proxies === 'string') throw new Error(proxies)
  const direct = eventRoutes({
    ingest: test.ingest,
    origins: productionOrigins,
    log: createLogger('silent'),
    addressOf: requestAddressOf(proxies),
    // Time stands still, so that no bucket fills however long the requests take.
    limits: new RequestLimits(LIMIT * 2, () => 0),
  })
  server = await listen({ app: new Hono(), direct }, '127.0.0.1', 0)
})

afterEach(async () => {
  await server.stop()
  await test[Symbol.asyncDispose]()
})

interface Sent {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly json: unknown
}

/** Posts bytes in chunks over a connection of its own, without a length unless a header names one. */
async function post(
  chunks: readonly (string | Buffer)[],
  headers: Record<string, string> = {},
): Promise<Sent> {
  const call = request({
    port: server.port,
    path: '/api/events',
    method: 'POST',
    agent: false,
    headers: { 'Content-Type': 'application/json', ...headers },
  })
  // A server that has answered may stop reading.
  call.on('error', () => {})
  const answered = once(call, 'response') as Promise<[IncomingMessage]>
  for (const chunk of chunks) call.write(chunk)
  call.end()
  const [response] = await answered
  let text = ''
  for await (const piece of response) text += String(piece)
  return { status: response.statusCode ?? 0, headers: response.headers, json: JSON.parse(text) as unknown }
}

/** Writes bytes to the port as they are, and resolves with all that comes back until the server closes. */
async function speak(bytes: string, close = false): Promise<string> {
  const socket = connect(server.port, '127.0.0.1')
  let answer = ''
  socket.on('data', (data) => (answer += String(data)))
  socket.on('error', () => {})
  socket.write(bytes)
  if (close) setTimeout(() => socket.destroy(), 50)
  await once(socket, 'close')
  return answer
}

const beacon = (title = 'Pine') => JSON.stringify(aBeacon({ events: [aPageView({ page_title: title })] }))

describe('bodies', () => {
  it('of unknown length, in chunks that part a character, arrive whole', async () => {
    const bytes = Buffer.from(beacon('Bier 🍺 bière'))
    const middle = bytes.indexOf('🍺') + 2
    expect(await post([bytes.subarray(0, middle), bytes.subarray(middle)])).toMatchObject({ status: 202 })
    const [kept] = await test.takeRows()
    expect(kept?.row['page_title']).toBe('Bier 🍺 bière')
  })

  it.each([
    ['64 KiB and a byte', 65_537],
    ['a megabyte', 1_000_000],
  ])('of %s are refused by the bytes that were read: 413', async (_, size) => {
    const filler = beacon()
      .replace('{', `{"filler":"${'x'.repeat(size)}",`)
      .slice(0, size)
    const pieces = filler.match(/.{1,30000}/gs) ?? []
    expect(await post(pieces)).toMatchObject({ status: 413, json: { error: { code: 'body_too_large' } } })
    expect(await post([filler], { 'Content-Length': String(filler.length) })).toMatchObject({ status: 413 })
    expect(test.spool.totals).toEqual(
      totalsOf({ accepted: 0, duplicates: 0, rejected: { body_too_large: 2 } }),
    )
    // The next one is served as if nothing had been.
    expect(await post([beacon()])).toMatchObject({ status: 202 })
  })

  it('shorter than the length they claim are not waited for once the sender is gone', async () => {
    const text = beacon()
    await speak(
      `POST /api/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${text.length + 50}\r\n\r\n${text}`,
      true,
    )
    await sleep(50)
    expect(test.spool.totals.accepted).toBe(0)
    expect(await post([beacon()])).toMatchObject({ status: 202 })
  })

  it('longer than the length they claim end there, and the rest is no request', async () => {
    const answer = await speak(
      `POST /api/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n${beacon()}`,
    )
    const statuses = new Set(answer.match(/HTTP\/1\.1 \d+/g))
    expect([...statuses]).toEqual(['HTTP/1.1 400'])
    expect(test.spool.totals.accepted).toBe(0)
  })

  it('with a length and chunks at once are refused by the parser', async () => {
    const answer = await speak(
      `POST /api/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5\r\n` +
        `Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400/)
    expect(test.spool.totals).toEqual(totalsOf({ accepted: 0, duplicates: 0, rejected: {} }))
  })

  it('that are compressed are not unpacked', async () => {
    const bomb = gzipSync('x'.repeat(10_000_000))
    expect(bomb.length).toBeLessThan(65_536)
    expect(await post([bomb], { 'Content-Encoding': 'gzip' })).toMatchObject({ status: 400 })
    expect(await post([gzipSync(beacon())], { 'Content-Encoding': 'gzip' })).toMatchObject({ status: 400 })
  })

  it('with bytes that are no UTF-8 are cleaned, and their neighbours kept', async () => {
    const good = aPageView()
    const bad = aPageView({ page_title: 'title-here' })
    const text = JSON.stringify(aBeacon({ events: [bad, good] }))
    const at = text.indexOf('title-here')
    const bytes = Buffer.concat([
      Buffer.from(text.slice(0, at)),
      Buffer.from([0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
      Buffer.from(text.slice(at)),
    ])
    expect(await post([bytes])).toMatchObject({ status: 202, json: { accepted: 2 } })
    const rows = await test.takeRows()
    expect(rows.map(({ row }) => row['event_id'])).toEqual([bad.event_id, good.event_id])
    expect(rows[0]?.row['page_title']).toMatch(/^\uFFFD+\(\uFFFD+title-here$/)
  })

  it.each([
    ['a byte order mark', () => `\uFEFF${beacon()}`],
    ['a name that comes twice', () => beacon().replace('{', '{"session_id":7,')],
    ['blanks around it', () => `\n\t ${beacon()} \r\n`],
  ])('with %s are read as JSON is', async (_, body) => {
    expect(await post([body()])).toMatchObject({ status: 202, json: { accepted: 1 } })
  })

  it.each([
    ['NULs', '\0\0\0'],
    ['an open text', '{"consent":"'],
    ['something behind it', `${beacon()}{}`],
    ['NaN', '{"consent":NaN}'],
    ['a single quote', "{'consent':1}"],
  ])('of %s are 400, never 500', async (_, body) => {
    expect(await post([body])).toMatchObject({ status: 400, json: { error: { code: 'invalid_body' } } })
  })
})

describe('many from one client', () => {
  /** The statuses of so many beacons at once, through a proxy that appends what it sees. */
  async function statuses(count: number, forwardedFor: (n: number) => string): Promise<Map<number, number>> {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, n) => post([beacon()], { 'X-Forwarded-For': forwardedFor(n) })),
    )
    const counts = new Map<number, number>()
    for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
    return counts
  }

  it('are refused past the limit, with when to come back', async () => {
    expect(await statuses(LIMIT + 5, () => '203.0.113.7')).toEqual(
      new Map([
        [202, LIMIT],
        [429, 5],
      ]),
    )
    const { headers, json } = await post([beacon()], { 'X-Forwarded-For': '203.0.113.7' })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(json).toMatchObject({ error: { code: 'rate_limited' } })
    expect(test.spool.totals.accepted).toBe(LIMIT)
  })

  it('are still one client, whatever they write in front of their address', async () => {
    const counts = await statuses(LIMIT + 5, (n) => `8.8.${n}.8, 127.0.0.1, 203.0.113.7`)
    expect(counts).toEqual(
      new Map([
        [202, LIMIT],
        [429, 5],
      ]),
    )
  })

  it('do not stop another client', async () => {
    await statuses(LIMIT + 5, () => '203.0.113.7')
    expect(await post([beacon()], { 'X-Forwarded-For': '203.0.113.8' })).toMatchObject({ status: 202 })
  })

  it('pay for sessions that have to be rebuilt, as for look-ups', async () => {
    const late = aPageView({ occurred_at: new Date(Date.now() - 11 * 60_000).toISOString() })
    const body = JSON.stringify(aBeacon({ events: [late] }))
    const found: number[] = []
    for (let n = 0; n < 5; n++) found.push((await post([body], { 'X-Forwarded-For': '203.0.113.9' })).status)
    expect(found).toEqual([202, 202, 202, 429, 429])
    const odd = JSON.stringify(aBeacon({ events: [{ ...late, occurred_at: { toString: 1 } }] as never }))
    expect((await post([odd], { 'X-Forwarded-For': '203.0.113.10' })).json).toMatchObject({ accepted: 0 })
  })

  it('by IPv6 are one client within a /64', async () => {
    const counts = await statuses(LIMIT + 5, (n) => `2001:db8:1:2::${n + 1}`)
    expect(counts).toEqual(
      new Map([
        [202, LIMIT],
        [429, 5],
      ]),
    )
  })
})

describe('what is refused', () => {
  const from = (address: string) => ({ 'X-Forwarded-For': address })

  it('pays for its bytes before they are parsed', async () => {
    const send = () => post(['x'.repeat(60 * 1_024)], from('203.0.113.7'))
    for (let n = 0; n < 3; n++) expect(await send()).toMatchObject({ status: 400 })
    expect(await send()).toMatchObject({ status: 429 })
    expect(test.spool.totals).toEqual(totalsOf({ rejected: { invalid_body: 3 } }))
  })

  it('pays for its events: nobody inflates what was received', async () => {
    const { events: _, ...envelope } = aBeacon()
    const crowd = JSON.stringify({ ...envelope, events: Array.from({ length: 10_000 }, () => 0) })
    expect(await post([crowd], from('203.0.113.7'))).toMatchObject({ status: 429 })
    expect(await post([beacon()], from('203.0.113.7'))).toMatchObject({ status: 202 })
    expect(test.spool.totals).toEqual(totalsOf({ accepted: 1 }))
  })
})

describe('a stop', () => {
  it('lets a beacon under way finish', async () => {
    await post([beacon()])
    const sync = test.files.hold('datasync')
    const sending = post([beacon()])
    await sync.reached
    const stopping = server.stop()
    sync.release()
    expect(await sending).toMatchObject({ status: 202, json: { accepted: 1 } })
    await stopping
    expect(test.spool.totals.accepted).toBe(2)
  })
})
