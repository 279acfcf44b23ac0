import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { aBeacon, aPageView } from '@half-measure/shared/testing/events.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseCidrs } from '../src/config/addresses.ts'
import { requestAddressOf } from '../src/platform/http/client-address.ts'
import { RequestLimits } from '../src/platform/http/rate-limit.ts'
import { EventsApp } from '../src/testing/events-app.ts'
import { productionOrigins } from '../src/testing/origins.ts'
import { totalsOf } from '../src/spool/testing/totals.ts'

/** Beacons a minute and client, in these tests. */
const LIMIT = 100

let app: EventsApp

beforeEach(async () => {
  const proxies = parseCidrs('127.0.0.1')
  if (typeof proxies === 'string') throw new Error(proxies)
  app = await EventsApp.open(
    productionOrigins,
    {},
    {
      addressOf: requestAddressOf(proxies),
      // Time stands still, so that no bucket fills however long the requests take.
      limits: new RequestLimits(LIMIT * 2, () => 0),
    },
  )
})

afterEach(() => app[Symbol.asyncDispose]())

/** Posts bytes in chunks, without a length unless a header names one. */
const post = (chunks: readonly (string | Buffer)[], headers?: Record<string, string>) =>
  app.post(Readable.from(chunks), headers)

/** Writes bytes to the port as they are, and resolves with all that comes back until the server closes. */
async function speak(bytes: string, close = false): Promise<string> {
  const socket = connect(app.server.port, '127.0.0.1')
  let received = ''
  socket.on('data', (data) => (received += String(data)))
  socket.on('error', () => {})
  socket.write(bytes)
  if (close) setTimeout(() => socket.destroy(), 50)
  await once(socket, 'close')
  return received
}

const beacon = (title = 'Pine') => JSON.stringify(aBeacon({ events: [aPageView({ page_title: title })] }))

describe('bodies', () => {
  it('of unknown length, in chunks that split a character, arrive complete', async () => {
    const bytes = Buffer.from(beacon('Bier 🍺 bière'))
    const middle = bytes.indexOf('🍺') + 2
    expect(await post([bytes.subarray(0, middle), bytes.subarray(middle)])).toMatchObject({ status: 202 })
    const [kept] = await app.test.takeRows()
    expect(kept?.row['page_title']).toBe('Bier 🍺 bière')
  })

  it('shorter than their Content-Length are dropped once the sender disconnects', async () => {
    const text = beacon()
    await speak(
      `POST /api/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${text.length + 50}\r\n\r\n${text}`,
      true,
    )
    await sleep(50)
    expect(app.totals.accepted).toBe(0)
    expect(await post([beacon()])).toMatchObject({ status: 202 })
  })

  it('longer than their Content-Length end there, and the rest is not a request', async () => {
    const response = await speak(
      `POST /api/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n${beacon()}`,
    )
    const statuses = new Set(response.match(/HTTP\/1\.1 \d+/g))
    expect([...statuses]).toEqual(['HTTP/1.1 400'])
    expect(app.totals.accepted).toBe(0)
  })

  it('with both a Content-Length and chunks are refused by the parser', async () => {
    const response = await speak(
      `POST /api/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5\r\n` +
        `Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    )
    expect(response).toMatch(/^HTTP\/1\.1 400/)
    expect(app.totals).toEqual(totalsOf({ accepted: 0, duplicates: 0, rejected: {} }))
  })

  it('that are compressed are not decompressed', async () => {
    const bomb = gzipSync('x'.repeat(10_000_000))
    expect(bomb.length).toBeLessThan(65_536)
    const refused = {
      status: 415,
      json: { error: { code: 'unsupported_encoding', details: ['Content-Encoding: gzip'] } },
    }
    expect(await post([bomb], { 'Content-Encoding': 'gzip' })).toMatchObject(refused)
    expect(await post([gzipSync(beacon())], { 'Content-Encoding': 'GZIP' })).toMatchObject(refused)
    expect(app.totals).toEqual(totalsOf({ rejected: { unsupported_encoding: 2 } }))
    expect(await post([beacon()], { 'Content-Encoding': 'identity' })).toMatchObject({ status: 202 })
  })

  it('with invalid UTF-8 are cleaned, and their other events are kept', async () => {
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
    const rows = await app.test.takeRows()
    expect(rows.map(({ row }) => row['event_id'])).toEqual([bad.event_id, good.event_id])
    expect(rows[0]?.row['page_title']).toMatch(/^\uFFFD+\(\uFFFD+title-here$/)
  })

  it.each([
    ['a byte order mark', () => `\uFEFF${beacon()}`],
    ['a name that comes twice', () => beacon().replace('{', '{"session_id":7,')],
    ['blanks around it', () => `\n\t ${beacon()} \r\n`],
  ])('with %s are parsed as JSON', async (_, body) => {
    expect(await post([body()])).toMatchObject({ status: 202, json: { accepted: 1 } })
  })
})

describe('many from one client', () => {
  /** The statuses of so many beacons at once, through a proxy that appends what it sees. */
  async function statuses(count: number, forwardedFor: (n: number) => string): Promise<Map<number, number>> {
    const responses = await Promise.all(
      Array.from({ length: count }, (_, n) => post([beacon()], { 'X-Forwarded-For': forwardedFor(n) })),
    )
    const counts = new Map<number, number>()
    for (const { status } of responses) counts.set(status, (counts.get(status) ?? 0) + 1)
    return counts
  }

  it('are refused past the limit, with a Retry-After header', async () => {
    expect(await statuses(LIMIT + 5, () => '203.0.113.7')).toEqual(
      new Map([
        [202, LIMIT],
        [429, 5],
      ]),
    )
    const { headers, json } = await post([beacon()], { 'X-Forwarded-For': '203.0.113.7' })
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(json).toMatchObject({ error: { code: 'rate_limited' } })
    expect(app.totals.accepted).toBe(LIMIT)
  })

  it('are still one client, whatever they put before their address in X-Forwarded-For', async () => {
    const counts = await statuses(LIMIT + 5, (n) => `8.8.${n}.8, 127.0.0.1, 203.0.113.7`)
    expect(counts).toEqual(
      new Map([
        [202, LIMIT],
        [429, 5],
      ]),
    )
  })

  it('do not block another client', async () => {
    await statuses(LIMIT + 5, () => '203.0.113.7')
    expect(await post([beacon()], { 'X-Forwarded-For': '203.0.113.8' })).toMatchObject({ status: 202 })
  })

  it('are charged for sessions that have to be rebuilt, as for lookups', async () => {
    const late = aPageView({ occurred_at: new Date(Date.now() - 11 * 60_000).toISOString() })
    const body = JSON.stringify(aBeacon({ events: [late] }))
    const found: number[] = []
    for (let n = 0; n < 5; n++) found.push((await post([body], { 'X-Forwarded-For': '203.0.113.9' })).status)
    expect(found).toEqual([202, 202, 202, 429, 429])
    const odd = JSON.stringify(aBeacon({ events: [{ ...late, occurred_at: { toString: 1 } }] as never }))
    expect((await post([odd], { 'X-Forwarded-For': '203.0.113.10' })).json).toMatchObject({ accepted: 0 })
  })

  it('over IPv6 are one client within a /64', async () => {
    const counts = await statuses(LIMIT + 5, (n) => `2001:db8:1:2::${n + 1}`)
    expect(counts).toEqual(
      new Map([
        [202, LIMIT],
        [429, 5],
      ]),
    )
  })
})

describe('a refused request', () => {
  const from = (address: string) => ({ 'X-Forwarded-For': address })

  it('is charged for its bytes before they are parsed', async () => {
    const send = () => post(['x'.repeat(60 * 1_024)], from('203.0.113.7'))
    for (let n = 0; n < 3; n++) expect(await send()).toMatchObject({ status: 400 })
    expect(await send()).toMatchObject({ status: 429 })
    expect(app.totals).toEqual(totalsOf({ rejected: { invalid_body: 3 } }))
  })

  it('is charged for its events, so that nobody can inflate the received count', async () => {
    const { events: _, ...envelope } = aBeacon()
    const crowd = JSON.stringify({ ...envelope, events: Array.from({ length: 10_000 }, () => 0) })
    expect(await post([crowd], from('203.0.113.7'))).toMatchObject({ status: 429 })
    expect(await post([beacon()], from('203.0.113.7'))).toMatchObject({ status: 202 })
    expect(app.totals).toEqual(totalsOf({ accepted: 1 }))
  })
})

describe('shutdown', () => {
  it('lets a beacon in flight finish', async () => {
    await post([beacon()])
    const sync = app.test.files.hold('datasync')
    const sending = post([beacon()])
    await sync.reached
    // The timer that would cut off a slow one never fires.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stopping = app.server.stop()
    vi.useRealTimers()
    sync.release()
    expect(await sending).toMatchObject({ status: 202, json: { accepted: 1 } })
    await stopping
    expect(app.totals.accepted).toBe(2)
  })
})
