import { Hono } from 'hono'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { errorHandler } from './error-handler.ts'
import { charging, rateLimiter, RequestLimits } from './rate-limit.ts'

describe('rateLimiter', () => {
  function appWith(perMinute: number) {
    const clock = { ms: 0 }
    const admit = rateLimiter(perMinute, () => clock.ms)
    const app = new Hono().get('/', (c) => {
      admit(c.req.header('x-test-client') ?? '192.0.2.1')
      return c.text('ok')
    })
    app.onError(errorHandler(pino({ level: 'silent' })))
    const get = async (client: string) => app.request('/', { headers: { 'x-test-client': client } })
    return { get, clock }
  }

  it('lets a burst of the whole minute through, then says when to come back', async () => {
    const { get } = appWith(3)
    for (let i = 0; i < 3; i++) expect((await get('192.0.2.1')).status).toBe(200)
    const refused = await get('192.0.2.1')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('20')
    expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } })
  })

  it('fills evenly', async () => {
    const { get, clock } = appWith(3)
    for (let i = 0; i < 3; i++) await get('192.0.2.1')
    clock.ms += 20_000
    expect((await get('192.0.2.1')).status).toBe(200)
    expect((await get('192.0.2.1')).status).toBe(429)
  })

  it('never fills beyond the minute’s worth', async () => {
    const { get, clock } = appWith(3)
    await get('192.0.2.1')
    clock.ms += 3_600_000
    for (let i = 0; i < 3; i++) expect((await get('192.0.2.1')).status).toBe(200)
    expect((await get('192.0.2.1')).status).toBe(429)
  })

  it('accepts clients again after Retry-After, whether they kept trying or not', async () => {
    const { get, clock } = appWith(3)
    for (let i = 0; i < 3; i++) await get('192.0.2.1')
    for (let i = 0; i < 9; i++) {
      clock.ms += 1_000
      expect((await get('192.0.2.1')).status).toBe(429)
    }
    const seconds = Number((await get('192.0.2.1')).headers.get('retry-after'))
    expect(seconds).toBe(11)
    clock.ms += seconds * 1_000
    expect((await get('192.0.2.1')).status).toBe(200)
  })

  it('counts each client separately, and an IPv6 network as one', async () => {
    const { get } = appWith(1)
    expect((await get('2001:db8:1:2::a')).status).toBe(200)
    expect((await get('2001:db8:1:2:ffff::b')).status).toBe(429)
    expect((await get('2001:db8:1:3::a')).status).toBe(200)
    expect((await get('192.0.2.9')).status).toBe(200)
  })

  it('admits from a /48 what it admits from four networks, however many it uses', async () => {
    const { get } = appWith(3)
    const statuses: number[] = []
    for (let n = 0; n < 100; n++) statuses.push((await get(`2001:db8:1:${n.toString(16)}::1`)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(12)
    expect((await get('2001:db8:2:1::1')).status).toBe(200)
  })

  it('leaves the other networks of a /48 alone while one of them is refused', async () => {
    const { get } = appWith(3)
    for (let n = 0; n < 100; n++) await get('2001:db8:1:1::1')
    expect((await get('2001:db8:1:2::1')).status).toBe(200)
  })
})

describe('RequestLimits', () => {
  const ADDRESS: string = '192.0.2.1'

  function limitsWith(perMinute: number) {
    const clock = { ms: 0 }
    const limits = new RequestLimits(perMinute, () => clock.ms)
    /** How many of the same beacons in a row are admitted, of a few thousand. */
    const admitted = (
      beacon: { events: number; bytes: number; sessionId: (n: number) => string },
      address: (n: number) => string = () => ADDRESS,
      of = 5_000,
    ) => {
      for (let n = 0; n < of; n++) {
        try {
          send(limits, address(n), { ...beacon, sessionId: beacon.sessionId(n) })
        } catch {
          return n
        }
      }
      return of
    }
    return { limits, clock, admitted }
  }

  function send(
    limits: RequestLimits,
    address: string,
    { events, bytes, sessionId }: { events: number; bytes: number; sessionId: string },
  ): void {
    const client = limits.client(address)
    client.request()
    client.body(bytes, sessionId)
    client.events({ events, sessionId })
  }

  const each = (n: number) => `session_${n}`

  it('charges what a request costs, not that it is one', () => {
    const small = limitsWith(6_000).admitted({ events: 1, bytes: 500, sessionId: each })
    const large = limitsWith(6_000).admitted({ events: 50, bytes: 60 * 1_024, sessionId: each })
    expect(small).toBe(3_000)
    expect(large).toBe(54)
  })

  it('charges a body before it is parsed, whatever comes of it', () => {
    const { limits } = limitsWith(650)
    const client = limits.client(ADDRESS)
    for (let n = 0; n < 10; n++) client.body(64 * 1_024)
    expect(() => client.body(64 * 1_024)).toThrow(/network/)
  })

  it('charges forms by the length that they announce, and the most where they announce none', async () => {
    const { limits } = limitsWith(100)
    const app = new Hono()
      .use(charging(limits, () => ADDRESS)(1))
      .post('/', (c) => c.text('ok'))
      .onError(errorHandler(pino({ level: 'silent' })))
    const post = async (headers: Record<string, string>) =>
      (await app.request('/', { method: 'POST', headers })).status
    expect(await post({ 'Content-Length': String(32 * 1_024) })).toBe(200)
    expect(await post({ 'Transfer-Encoding': 'chunked' })).toBe(200)
    expect(await post({ 'Content-Length': '2048' })).toBe(429)
    expect(await post({ 'Content-Length': '100' })).toBe(200)
  })

  it('charges what is stored beside what was sent', () => {
    const { limits } = limitsWith(100)
    const client = limits.client(ADDRESS)
    client.events({ events: 10, extraBytes: 80 * 1_024 })
    expect(() => client.events({ events: 11 })).toThrow(/network/)
  })

  it('takes 2,500 events of a session in a day, from whatever networks', () => {
    const { limits, clock } = limitsWith(1_000_000)
    let taken = 0
    for (let beacon = 0; beacon < 600; beacon++) {
      clock.ms = beacon * 6_000
      try {
        send(limits, `198.51.100.${beacon % 250}`, { events: 100, bytes: 0, sessionId: 'session_1_long' })
        taken += 100
      } catch {
        // Refused.
      }
    }
    expect(taken).toBeGreaterThanOrEqual(2_500)
    expect(taken).toBeLessThan(2_800)
  })

  it('lets a runaway session use up its own share, and not that of the readers behind the same address', () => {
    const { admitted, limits } = limitsWith(60_000)
    expect(admitted({ events: 10, bytes: 2_048, sessionId: () => 'session_1_runaway' })).toBe(83)
    expect(() =>
      send(limits, ADDRESS, { events: 3, bytes: 2_048, sessionId: 'session_1_reader' }),
    ).not.toThrow()
  })

  it('lets the readers of a mobile carrier pass: thousands a minute behind one address', () => {
    const { admitted } = limitsWith(60_000)
    expect(admitted({ events: 3, bytes: 2_048, sessionId: each })).toBe(5_000)
  })

  it('lets a /48 spend what four of its 65,536 networks may, however many it uses', () => {
    const { admitted, limits } = limitsWith(1_000)
    const network = (n: number) => `2001:db8:1:${n.toString(16)}::1`
    const beacon = { events: 1, bytes: 0, sessionId: each }
    expect(admitted(beacon, network)).toBe(2_000)
    expect(() => limits.client('2001:db8:2:1::1').request()).not.toThrow()
  })

  it('leaves a carrier’s other networks alone while one of them is refused', () => {
    const { admitted, limits } = limitsWith(1_000)
    const beacon = { events: 1, bytes: 0, sessionId: each }
    expect(admitted(beacon, () => '2001:db8:1:1::1')).toBe(500)
    for (let n = 0; n < 5_000; n++)
      try {
        limits.client('2001:db8:1:1::1').request()
      } catch {}
    expect(() => limits.client('2001:db8:1:2::1').request(900)).not.toThrow()
  })

  it('admits a million events a day from one network, however evenly they come', () => {
    const { limits, clock } = limitsWith(60_000)
    const client = limits.client(ADDRESS)
    let events = 0
    for (let minute = 0; minute < 24 * 60; minute++, clock.ms += 60_000)
      try {
        for (let n = 0; n < 900; n++, events += 64)
          client.events({ events: 64, sessionId: `session_${minute}_${n}` })
      } catch {
        continue
      }
    // What fills within the day comes on top of a full bucket.
    expect(events).toBeLessThanOrEqual(2_000_000)
    expect(events).toBeGreaterThan(1_900_000)
  })

  it('stores half a gigabyte of a network in a day, however large its events', () => {
    const { limits, clock } = limitsWith(60_000)
    const client = limits.client(ADDRESS)
    let stored = 0
    for (let minute = 0; minute < 24 * 60; minute++, clock.ms += 60_000)
      try {
        for (let n = 0; n < 500; n++, stored += 49_066)
          client.events({ events: 12, sessionId: `session_${minute}_${n}`, bytes: 49_066 })
      } catch {
        continue
      }
    // What fills within the day comes on top of a full bucket.
    expect(stored).toBeLessThanOrEqual(512_000_000)
    expect(stored).toBeGreaterThan(500_000_000)
  })

  it('knows when a network, or a whole /48, has had its fair share of the day', () => {
    const { limits, clock } = limitsWith(60_000)
    const reader = limits.client(ADDRESS)
    expect(reader.exceedsFairShare(50_000)).toBe(false)
    expect(reader.exceedsFairShare(1)).toBe(true)
    clock.ms += 3_600_000
    expect(reader.exceedsFairShare(1)).toBe(false)

    for (let n = 0; n < 500; n++)
      expect(limits.client(`2001:db8:1:${n.toString(16)}::1`).exceedsFairShare(100)).toBe(false)
    expect(limits.client('2001:db8:1:ffff::1').exceedsFairShare(100)).toBe(true)
    expect(limits.client('2001:db8:2:ffff::1').exceedsFairShare(100)).toBe(false)
  })
})
