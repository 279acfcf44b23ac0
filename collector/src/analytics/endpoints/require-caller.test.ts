import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Db } from '../../database/schema/database.ts'
import type { AdminEnv } from '../../identity/require-admin.ts'
import { errorHandler } from '../../platform/http/error-handler.ts'
import { createLogger } from '../../platform/logger.ts'
import { requireCaller } from './require-caller.ts'
import type { Sharing } from '../sharing/sharing.ts'

it('a few requests of a token are worked on at a time, beside those of others, and many wait', async () => {
  let atWork = 0
  const gate = Promise.withResolvers<undefined>()
  const sharing = { now: () => new Date(), grants: { verify: async () => undefined } } as unknown as Sharing
  const wait = createMiddleware<AdminEnv>(async (c) => {
    atWork++
    await gate.promise
    return c.text('')
  })
  const app = new Hono<AdminEnv>().use(requireCaller(sharing, wait, () => '192.0.2.1'))
  app.onError(errorHandler(createLogger('silent')))
  const read = (token: string) => app.request('/summary', { headers: { Authorization: `Bearer ${token}` } })
  const grant = (id: string) => `${Buffer.from('{"typ":"share+jwt"}').toString('base64url')}.${id}.`
  const many = Array.from({ length: 204 }, () => read(grant('first')))
  await expect.poll(() => atWork).toBe(4)
  const others = [read(grant('second')), read('an access token')]
  await expect.poll(() => atWork).toBe(6)
  const oneMore = await read(grant('first'))
  expect([oneMore.status, await oneMore.json()]).toMatchObject([429, { error: { code: 'too_many_queries' } }])
  gate.resolve(undefined)
  await Promise.all([...many, ...others])
  expect(atWork).toBe(206)
})

it('a network that makes up tokens runs into its limit before it reaches the database', async () => {
  // A bucket fills while a busy machine is slow with these.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  let lookups = 0
  const db = {
    selectFrom() {
      lookups++
      throw new Error('there is no database')
    },
  } as unknown as Db
  const sharing = { db, now: () => new Date() } as Sharing
  const nobody = createMiddleware<AdminEnv>(async (c) => c.text('', 401))
  const app = new Hono<AdminEnv>().use(requireCaller(sharing, nobody, (c) => c.req.header('From') ?? ''))
  app.onError(errorHandler(createLogger('silent')))
  const statuses = async (From: string, count: number) => {
    const requests = Array.from({ length: count }, async (_, n) =>
      app.request('/summary', { headers: { Authorization: `Bearer hm_${n}`, From } }),
    )
    return (await Promise.all(requests)).map(({ status }) => status)
  }
  expect((await statuses('192.0.2.1', 400)).filter((status) => status === 429)).toHaveLength(100)
  expect(lookups).toBe(300)
  expect(await statuses('198.51.100.1', 1)).toEqual([500])
})
