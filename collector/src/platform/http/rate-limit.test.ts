import { Hono } from 'hono'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { errorHandler } from './error-handler.ts'
import { rateLimit } from './rate-limit.ts'

describe('rateLimit', () => {
  function appWith(perMinute: number) {
    const clock = { ms: 0 }
    const app = new Hono()
      .use(
        rateLimit(
          perMinute,
          (c) => c.req.header('x-test-client') ?? '192.0.2.1',
          () => clock.ms,
        ),
      )
      .get('/', (c) => c.text('ok'))
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

  it('lets those pass again who wait as long as they were told, whether they kept trying or not', async () => {
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
