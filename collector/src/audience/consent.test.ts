import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { createTestApp, jsonPost, testClient } from '../../test/postgres/test-app.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import { openTestAudience } from '../../test/postgres/test-audience.ts'
import { productionOrigins } from '../testing/origins.ts'
import type { Audience } from './audience.ts'
import { consentRoutes } from './consent.ts'

const id = '0193f0aa-7c1e-7bb0-9a39-2f1f0a3f8a11'

describePostgres('consent to cookies', (db) => {
  let clock: TestClock
  let app: Hono
  let audience: Audience

  beforeEach(async () => {
    clock = new TestClock()
    audience = await openTestAudience(db(), clock.now)
    const forms = { origin: productionOrigins, clientAddress: testClient }
    app = createTestApp().route('/api/consent', consentRoutes(audience, forms))
  })

  const choose = async (granted: unknown, part: object = {}) => {
    const response = await app.request('/api/consent', jsonPost({ id, version: '2026-11', granted, ...part }))
    return response.status
  }
  const records = () => db().selectFrom('consent_records').selectAll().orderBy('granted_at').execute()
  const minute = (n: number) => new Date(Date.parse('2026-11-20T10:00:00Z') + n * 60_000)

  it('is proved by a random id, the words and the time, once', async () => {
    expect(await choose(true)).toBe(201)
    clock.advance({ minutes: 1 })
    expect(await choose(true)).toBe(201)
    expect(await records()).toEqual([{ id, version: '2026-11', granted_at: minute(0), withdrawn_at: null }])
  })

  it('is recorded again when its words change', async () => {
    await choose(true)
    clock.advance({ minutes: 1 })
    await choose(true, { version: '2027-01' })
    expect((await records()).map((record) => record.version)).toEqual(['2026-11', '2027-01'])
  })

  it('ends with its withdrawal, whichever words it was for, and can be given again', async () => {
    await choose(true)
    clock.advance({ minutes: 1 })
    expect(await choose(false, { version: '2027-01' })).toBe(201)
    clock.advance({ minutes: 1 })
    await choose(false)
    await choose(true)
    expect(await records()).toEqual([
      { id, version: '2026-11', granted_at: minute(0), withdrawn_at: minute(1) },
      { id, version: '2026-11', granted_at: minute(2), withdrawn_at: null },
    ])
  })

  it('concerns the browser that names its id only', async () => {
    await choose(true)
    await choose(false, { id: randomUUID() })
    expect(await records()).toMatchObject([{ id, withdrawn_at: null }])
  })

  it('leaves no trace where it was refused from the beginning', async () => {
    expect(await choose(false)).toBe(201)
    expect(await records()).toEqual([])
  })

  it.each([
    [{ id: 'short' }],
    [{ id: `${id} or 1=1` }],
    [{ id: 5 }],
    [{ version: '' }],
    [{ version: 'x'.repeat(33) }],
    [{ granted: 'true' }],
    [{ granted: undefined }],
  ])('is not made up from %j', async (part) => {
    expect(await choose(true, part)).toBe(400)
    expect(await records()).toEqual([])
  })

  it('cannot be recorded in floods', async () => {
    for (let n = 0; n < 120; n += 1) expect(await choose(true, { id: randomUUID() })).toBe(201)
    expect(await choose(true)).toBe(429)
    expect(await records()).toHaveLength(120)
  })

  it('cannot be recorded more than a thousand times a day from one network', async () => {
    await choose(true)
    const [network] = audience.limits.forClient('consent_day', '203.0.113.7')
    const key_hash = network?.keyHash ?? Buffer.of()
    const earlier = Array.from({ length: 998 }, () => ({ key_hash, at: clock.now() }))
    await db().insertInto('limited_attempts').values(earlier).execute()
    clock.advance({ minutes: 23 * 60 })
    expect(await choose(true, { id: randomUUID() })).toBe(201)
    expect(await choose(true, { id: randomUUID() })).toBe(429)
    clock.advance({ minutes: 60 })
    expect(await choose(true, { id: randomUUID() })).toBe(201)
    expect(await records()).toHaveLength(3)
  })
})
