import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLogger } from '../logger.ts'
import { bringUpToDate } from './bring-up-to-date.ts'
import { readMigrations } from './migrate.ts'
import { openClickHouse } from './open-clickhouse.ts'

/** How long a question may take, and longer than that. */
const PATIENCE_MS = 200
const LONG_MS = 400

/** A server whose tables hold very much: what fills one from others takes long. */
async function largeServer(applied: readonly object[] = []) {
  const filled: string[] = []
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const query = new URL(request.url ?? '', 'http://server').searchParams.get('query') ?? body
      if (query.startsWith('SELECT number'))
        return response.end(applied.map((row) => `${JSON.stringify(row)}\n`).join(''))
      if (query.startsWith('INSERT INTO analytics.late_arrivals')) {
        filled.push(query)
        await sleep(LONG_MS)
      }
      return response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const config = {
    kind: 'server',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  } as const
  const clickhouse = await openClickHouse(config, { requestTimeoutMs: PATIENCE_MS })
  onTestFinished(async () => {
    await clickhouse.close()
    server.closeAllConnections()
    server.close()
  })
  return {
    filled,
    bringUpToDate: (stop = new AbortController().signal) =>
      bringUpToDate(config, clickhouse, createLogger('silent'), stop),
  }
}

describe('bringing ClickHouse up to date', () => {
  it('waits for a migration longer than for any question', async () => {
    const server = await largeServer()
    await server.bringUpToDate()
    expect(server.filled).toHaveLength(4)
  })

  it('does nothing where nothing is missing', async () => {
    const server = await largeServer(await readMigrations())
    await server.bringUpToDate()
    expect(server.filled).toEqual([])
  })

  it('lets go of a migration when the collector stops', async () => {
    const server = await largeServer()
    const stop = new AbortController()
    const ended = server.bringUpToDate(stop.signal).then(
      () => 'done',
      () => 'given up',
    )
    await expect.poll(() => server.filled.length).toBe(1)
    stop.abort()
    expect(await ended).toBe('given up')
  })
})
