import { Hono } from 'hono'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { errorHandler } from './error-handler.ts'
import { rateLimiter, RequestLimits } from './rate-limit.ts'

describe('rateLimiter', () => {
  function appWith(perMinute: number) {
    const clock = { ms: 0 }
    const admit = rateLimiter(perMinute, () => clock.ms)
    const app = new Hono().get('/', (c) => {
      admit(c.req.header('x-test-client') ?? '192.0.2.1')
      return c.text('ok')
    })
    app.onError(errorHandler(pino({ level: 'silent' })))
    const ask = async (client: string) => app.request('/', { headers: { 'x-test-client': client } })
    return { ask, clock }
  }

  it('lets a burst of the whole minute through, then says when to come back', async () => {
    const { ask } = appWith(3)
    for (let i = 0; i < 3; i++) expect((await ask('192.0.2.1')).status).toBe(200)
    const refused = await ask('192.0.2.1')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('20')
    expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } })
  })

  it('fills evenly', async () => {
    const { ask, clock } = appWith(3)
    for (let i = 0; i < 3; i++) await ask('192.0.2.1')
    clock.ms += 20_000
    expect((await ask('192.0.2.1')).status).toBe(200)
    expect((await ask('192.0.2.1')).status).toBe(429)
  })

  it('never fills beyond the minute’s worth', async () => {
    const { ask, clock } = appWith(3)
    await ask('192.0.2.1')
    clock.ms += 3_600_000
    for (let i = 0; i < 3; i++) expect((await ask('192.0.2.1')).status).toBe(200)
    expect((await ask('192.0.2.1')).status).toBe(429)
  })

  it('accepts clients again after Retry-After, whether they kept trying or not', async () => {
    const { ask, clock } = appWith(3)
    for (let i = 0; i < 3; i++) await ask('192.0.2.1')
    for (let i = 0; i < 9; i++) {
      clock.ms += 1_000
      expect((await ask('192.0.2.1')).status).toBe(429)
    }
    const seconds = Number((await ask('192.0.2.1')).headers.get('retry-after'))
    expect(seconds).toBe(11)
    clock.ms += seconds * 1_000
    expect((await ask('192.0.2.1')).status).toBe(200)
  })

  it('counts each client by itself, and a household of IPv6 as one', async () => {
    const { ask } = appWith(1)
    expect((await ask('2001:db8:1:2::a')).status).toBe(200)
    expect((await ask('2001:db8:1:2:ffff::b')).status).toBe(429)
    expect((await ask('2001:db8:1:3::a')).status).toBe(200)
    expect((await ask('192.0.2.9')).status).toBe(200)
  })
})

describe('RequestLimits', () => {
  const ADDRESS = '192.0.2.1'

  function limitsWith(perMinute: number) {
    const clock = { ms: 0 }
    const limits = new RequestLimits(perMinute, () => clock.ms)
    /** How many of the same beacons in a row are admitted, of a few thousand. */
    const admitted = (
      beacon: { events: number; bytes: number; sessionId: (n: number) => string },
      of = 5_000,
    ) => {
      for (let n = 0; n < of; n++) {
        try {
          limits.request(ADDRESS)
          limits.load(ADDRESS, { ...beacon, sessionId: beacon.sessionId(n) })
        } catch {
          return n
        }
      }
      return of
    }
    return { limits, clock, admitted }
  }

  it('charges what a request costs, not that it is one', () => {
    const each = (n: number) => `session_${n}`
    const small = limitsWith(6_000).admitted({ events: 1, bytes: 500, sessionId: each })
    const large = limitsWith(6_000).admitted({ events: 50, bytes: 60 * 1_024, sessionId: each })
    expect(small).toBe(3_000)
    expect(large).toBe(54)
  })

  it('lets a runaway session use up its own share, and not that of the readers behind the same address', () => {
    const { admitted, limits } = limitsWith(60_000)
    expect(admitted({ events: 10, bytes: 2_048, sessionId: () => 'session_1_runaway' })).toBe(83)
    const reader = { events: 3, bytes: 2_048, sessionId: 'session_1_reader' }
    expect(() => limits.load(ADDRESS, reader)).not.toThrow()
  })

  it('lets the readers of a mobile carrier pass: thousands a minute behind one address', () => {
    const { admitted } = limitsWith(60_000)
    expect(admitted({ events: 3, bytes: 2_048, sessionId: (n) => `session_${n}` })).toBe(5_000)
  })

  it('lets one network push out a part of the known ids at most: a million events a day, however evenly they come', () => {
    const { limits, clock } = limitsWith(60_000)
    let events = 0
    for (let minute = 0; minute < 24 * 60; minute++, clock.ms += 60_000)
      try {
        for (let n = 0; n < 900; n++, events += 64)
          limits.load(ADDRESS, { events: 64, bytes: 0, sessionId: `session_${minute}_${n}` })
      } catch {
        continue
      }
    // What fills within the day comes on top of a full bucket.
    expect(events).toBeLessThanOrEqual(2_000_000)
    expect(events).toBeGreaterThan(1_900_000)
  })
})
