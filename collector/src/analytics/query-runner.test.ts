import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { openClickHouse } from '../warehouse/clickhouse/open-clickhouse.ts'
import { QueryRunner } from './query-runner.ts'
import { ViewerQueries } from './sharing/viewer-queries.ts'

/** A runner for a server whose account has this time limit, and what the server received. */
async function runnerOf(seconds: number, answer: (end: (text: string) => void) => void) {
  const received: string[] = []
  let gone = 0
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      received.push(text)
      response.on('close', () => (gone += response.writableFinished ? 0 : 1))
      if (text.includes('getSetting')) response.end(`{"seconds":${seconds}}\n`)
      else answer((answer) => response.end(answer))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clickhouse = await openClickHouse({ kind: 'server', url, writerUrl: url, readerUrl: url })
  onTestFinished(async () => {
    await clickhouse.close()
    server.closeAllConnections()
    server.close()
  })
  return { runner: new QueryRunner(clickhouse), received, gone: () => gone }
}

const QUERY = { name: 'one', sql: 'SELECT 1 AS one', row: z.object({ one: z.number() }) }
const ONE = '{"data":[{"one":1}],"statistics":{"rows_read":3,"bytes_read":24}}'

describe('a query runner', () => {
  it('sets limits where the account has none', async () => {
    const { runner, received } = await runnerOf(0, (end) => end(ONE))
    expect(await runner.run(QUERY)).toEqual({ rows: [{ one: 1 }], rowsRead: 3, bytesRead: 24 })
    await runner.run(QUERY)
    expect(received.filter((text) => text.includes('getSetting'))).toHaveLength(1)
    expect(received.at(-1)).toContain('max_execution_time = 10')
  })

  it('leaves the limits of the account alone', async () => {
    const { runner, received } = await runnerOf(20, (end) => end(ONE))
    await runner.run(QUERY)
    expect(received.at(-1)).toContain('SELECT 1 AS one')
    expect(received.at(-1)).not.toContain('SETTINGS')
  })

  it('lets go of the connection when the caller has gone', async () => {
    const client = new AbortController()
    const { runner, gone } = await runnerOf(20, () => client.abort(new Error('gone')))
    await expect(runner.run(QUERY, client.signal)).rejects.toThrow('gone')
    await expect.poll(gone).toBe(1)
  })

  it('turns away who would wait behind two hundred others', async () => {
    const { runner } = await runnerOf(20, () => {})
    const stop = new AbortController()
    const waiting = Array.from({ length: 204 }, () => runner.run(QUERY, stop.signal).catch(() => {}))
    await expect(runner.run(QUERY)).rejects.toMatchObject({ status: 503, code: 'statistics_busy' })
    stop.abort(new Error('gone'))
    await Promise.all(waiting)
  })

  it('runs two queries of viewers at a time, each with less, and an administrator’s beside them', async () => {
    const ends: ((text: string) => void)[] = []
    const { runner, received } = await runnerOf(0, (end) => ends.push(end))
    const { signal } = new AbortController()
    const viewer = new ViewerQueries().run('link', signal, () =>
      Promise.all([1, 2, 3].map(() => runner.run(QUERY))),
    )
    await expect.poll(() => ends.length).toBe(2)
    const administrator = runner.run(QUERY)
    await expect.poll(() => ends.length).toBe(3)
    const seconds = (limit: number) =>
      received.filter((text) => text.includes(`max_execution_time = ${limit}`))
    expect([seconds(5).length, seconds(10).length]).toEqual([2, 1])
    for (const end of ends) end(ONE)
    await administrator
    await expect.poll(() => ends.length).toBe(4)
    ends.at(-1)?.(ONE)
    expect(await viewer).toHaveLength(3)
  })

  it('says that statistics cannot be read while there is no server', async () => {
    const url = 'http://127.0.0.1:1'
    const clickhouse = await openClickHouse({ kind: 'server', url, writerUrl: url, readerUrl: url })
    await expect(new QueryRunner(clickhouse).run(QUERY)).rejects.toMatchObject({
      status: 503,
      code: 'statistics_unavailable',
    })
    await clickhouse.close()
  })
})
