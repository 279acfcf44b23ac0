import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { concurrencyLimiter } from './concurrency-limit.ts'
import { errorHandler } from './error-handler.ts'

/** Requests that are under way until they are released. */
function openApp(bounds: { running: number; waiting: number }) {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  const app = new Hono()
    .use(concurrencyLimiter(bounds, (c) => c.req.header('x-test-client') ?? ''))
    .get('/', async (c) => {
      await released
      return c.text('ok')
    })
    .onError(errorHandler(pino({ level: 'silent' })))
  const get = async (client: string) =>
    (await app.request('/', { headers: { 'x-test-client': client } })).status
  return { get, release: resolve }
}

async function statusesFrom(clients: readonly string[], bounds: { running: number; waiting: number }) {
  const { get, release } = openApp(bounds)
  const statuses = clients.map((client) => get(client))
  // Requests are refused before any is served.
  setTimeout(release, 50)
  const all = await Promise.all(statuses)
  return {
    served: all.filter((status) => status === 200).length,
    refused: all.filter((s) => s === 429).length,
  }
}

const times = <T>(count: number, client: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => client(n))

it('serves as many requests of one network as may run and wait, and refuses the others', async () => {
  const own = times(10, () => '203.0.113.7')
  expect(await statusesFrom(own, { running: 2, waiting: 3 })).toEqual({ served: 5, refused: 5 })
})

it('serves of a /48 as many as of four networks, however many it uses', async () => {
  const rotating = times(100, (n) => `2001:db8:1:${n.toString(16)}::1`)
  expect(await statusesFrom(rotating, { running: 2, waiting: 3 })).toEqual({ served: 20, refused: 80 })
})

it('leaves other networks alone, those of the same /48 too', async () => {
  const { get, release } = openApp({ running: 1, waiting: 1 })
  const many = times(50, () => get('2001:db8:1:1::1'))
  const others = ['2001:db8:1:2::1', '2001:db8:2:1::1', '203.0.113.7'].map(get)
  setTimeout(release, 50)
  expect(await Promise.all(others)).toEqual([200, 200, 200])
  expect((await Promise.all(many)).filter((status) => status === 200)).toHaveLength(2)
})
