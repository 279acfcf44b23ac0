import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '../logger.ts'
import type { AppEnv } from './app-env.ts'
import { errorHandler } from './error-handler.ts'
import { rateLimit } from './rate-limit.ts'

describe('rateLimit', () => {
  let now: number
  let app: Hono<AppEnv>
  beforeEach(() => {
    now = 1_000
    app = new Hono<AppEnv>()
      .use(async (c, next) => {
        c.set('clientAddress', c.req.header('X-Test-Client') ?? '')
        await next()
      })
      .use(rateLimit(60, () => now))
      .get('/', (c) => c.text('ok'))
      .onError(errorHandler(createLogger('silent')))
  })

  const from = (client: string) => app.request('/', { headers: { 'X-Test-Client': client } })

  /** How many of so many requests at once pass. */
  async function passing(requests: number, client = '203.0.113.7'): Promise<number> {
    let passed = 0
    for (let i = 0; i < requests; i++) if ((await from(client)).status === 200) passed++
    return passed
  }

  it('lets a minute’s worth pass at once, and refuses the rest with when to come back', async () => {
    expect(await passing(60)).toBe(60)
    const refused = await from('203.0.113.7')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe('1')
    expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } })
  })

  it('fills again evenly, and never beyond a minute’s worth', async () => {
    await passing(60)
    now += 5_000
    expect(await passing(10)).toBe(5)
    now += 3_600_000
    expect(await passing(100)).toBe(60)
  })

  it('lets those pass again who wait as long as they were told', async () => {
    await passing(60)
    now += 250
    const wait = Number((await from('203.0.113.7')).headers.get('Retry-After'))
    now += wait * 1_000
    expect((await from('203.0.113.7')).status).toBe(200)
  })

  it('does not make those wait longer who keep trying', async () => {
    await passing(60)
    for (let i = 0; i < 9; i++) {
      now += 100
      expect(await passing(1)).toBe(0)
    }
    now += 200
    expect(await passing(5)).toBe(1)
  })

  it('counts each client for itself, and one household by IPv6 as one', async () => {
    await passing(60)
    expect(await passing(1, '203.0.113.8')).toBe(1)
    expect(await passing(40, '2001:db8:1:2::1')).toBe(40)
    expect(await passing(40, '2001:db8:1:2:ffff::2')).toBe(20)
    expect(await passing(1, '2001:db8:1:3::1')).toBe(1)
  })
})
