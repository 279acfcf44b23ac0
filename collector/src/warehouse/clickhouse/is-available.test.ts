import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { stall } from '../../testing/stall.ts'
import { isAvailable } from './is-available.ts'
import { openClickHouse } from './open-clickhouse.ts'

/** A client of a server that deals with requests in this way. */
async function clientOf(respond: RequestListener) {
  const server = createServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clickhouse = await openClickHouse({ kind: 'server', url })
  onTestFinished(async () => {
    await clickhouse.close()
    server.closeAllConnections()
    server.close()
  })
  return clickhouse.writer
}

it('a server is available if it responds, also if this machine stalls meanwhile', async () => {
  const client = await clientOf((_, response) => {
    stall(3_100)
    response.end('{"1":1}\n')
  })
  expect(await isAvailable(client)).toBe(true)
})

it('a server that is silent for three seconds is not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const asked = Promise.withResolvers<void>()
  const available = isAvailable(await clientOf(() => asked.resolve()))
  await asked.promise
  vi.advanceTimersByTime(3_000)
  expect(await available).toBe(false)
})
