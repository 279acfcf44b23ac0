import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openClickHouse } from '../warehouse/clickhouse/open-clickhouse.ts'
import { fakeClickHouse } from '../warehouse/clickhouse/testing/fake-clickhouse.ts'
import { QueryRunner } from './query-runner.ts'
import { runAsAdministrator, runAsViewer } from './sharing/current-caller.ts'

/** A runner for a server whose account has this time limit, and what the server received. */
async function runnerOf(seconds: number, respond: (end: (text: string) => void) => void) {
  const received: string[] = []
  let gone = 0
  const clickhouse = await fakeClickHouse((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      received.push(text)
      response.on('close', () => (gone += response.writableFinished ? 0 : 1))
      if (text.includes('getSetting')) response.end(`{"seconds":${seconds}}\n`)
      else respond((result) => response.end(result))
    })
  })
  return { runner: new QueryRunner(clickhouse), received, gone: () => gone }
}

const QUERY = { name: 'one', sql: 'SELECT 1 AS one', row: z.object({ one: z.number() }) }
const ONE = '{"data":[{"one":1}],"statistics":{"rows_read":3,"bytes_read":24}}'

describe('a query runner', () => {
  it('sets limits where the account has none', async () => {
    const { runner, received } = await runnerOf(0, (end) => end(ONE))
    expect(await runner.run(QUERY)).toEqual({
      rows: [{ one: 1 }],
      rowsRead: 3,
      bytesRead: 24,
      size: ONE.length,
    })
    await runner.run(QUERY)
    expect(received.filter((text) => text.includes('getSetting'))).toHaveLength(1)
    expect(received.at(-1)).toContain('max_execution_time = 10')
  })

  it('leaves the limits of the account alone', async () => {
    const { runner, received } = await runnerOf(20, (end) => end(ONE))
    await runner.run(QUERY)
    expect(received.at(-1)).toContain('SELECT 1 AS one')
    expect(received.at(-1)).not.toMatch(/max_|priority/)
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

  it('runs the queries of a shared page two at a time, with less memory, and those of an administrator beside them', async () => {
    const ends: ((text: string) => void)[] = []
    const { runner, received } = await runnerOf(0, (end) => ends.push(end))
    const page = runAsViewer('link', () =>
      Promise.all(Array.from({ length: 80 }, (_, i) => runner.run({ ...QUERY, sql: `SELECT ${i} AS one` }))),
    )
    await expect.poll(() => ends.length).toBe(2)
    const administrator = runner.run(QUERY)
    await expect.poll(() => ends.length).toBe(3)
    const withMemory = (bytes: number) =>
      received.filter((text) => text.includes(`max_memory_usage = ${bytes}`))
    expect([withMemory(500_000_000).length, withMemory(1_500_000_000).length]).toEqual([2, 1])
    ends[2]?.(ONE)
    await administrator
    for (let i = 0; i < 81; i++) {
      await expect.poll(() => ends.length, { interval: 1 }).toBeGreaterThan(i)
      ends[i]?.(ONE)
    }
    expect(await page).toHaveLength(80)
  })

  it('keeps nobody waiting for another viewer, however many queries that one sends', async () => {
    const ends: ((text: string) => void)[] = []
    const { runner, received } = await runnerOf(0, (end) => ends.push(end))
    const greedy = new AbortController()
    const all = runAsViewer('greedy', () =>
      Array.from({ length: 202 }, () => runner.run(QUERY, greedy.signal).catch(() => {})),
    )
    await expect(runAsViewer('greedy', () => runner.run(QUERY))).rejects.toMatchObject({
      status: 429,
      code: 'too_many_queries',
    })
    await expect.poll(() => ends.length).toBe(2)
    const modest = runAsViewer('modest', () => runner.run({ ...QUERY, sql: 'SELECT 2 AS one' }))
    await expect.poll(() => received.some((text) => text.startsWith('SELECT 2'))).toBe(true)
    ends.at(-1)?.(ONE)
    expect((await modest).rows).toEqual([{ one: 1 }])
    greedy.abort(new Error('gone'))
    await Promise.all(all)
  })

  it('leaves a place for other administrators and for alerts, however many queries one of them sends', async () => {
    const ends: ((text: string) => void)[] = []
    const { runner, received } = await runnerOf(20, (end) => ends.push(end))
    const greedy = new AbortController()
    const all = runAsAdministrator('analyst', () =>
      Array.from({ length: 204 }, () => runner.run(QUERY, greedy.signal).catch(() => {})),
    )
    await expect(runAsAdministrator('analyst', () => runner.run(QUERY))).rejects.toMatchObject({
      status: 503,
    })
    await expect.poll(() => ends.length).toBe(3)
    const others = [
      runAsAdministrator('editor', () => runner.run({ ...QUERY, sql: 'SELECT 2 AS one' })),
      runner.run({ ...QUERY, sql: 'SELECT 3 AS one' }),
    ]
    for (const sql of ['SELECT 2', 'SELECT 3']) {
      await expect.poll(() => received.some((text) => text.startsWith(sql))).toBe(true)
      ends.at(-1)?.(ONE)
    }
    expect(await Promise.all(others)).toHaveLength(2)
    greedy.abort(new Error('gone'))
    await Promise.all(all)
  })

  it('says that statistics cannot be read while there is no server', async () => {
    const url = 'http://127.0.0.1:1'
    const clickhouse = await openClickHouse({ kind: 'server', url })
    await expect(new QueryRunner(clickhouse).run(QUERY)).rejects.toMatchObject({
      status: 503,
      code: 'statistics_unavailable',
    })
    await clickhouse.close()
  })
})
