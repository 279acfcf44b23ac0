import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { RunQuery } from './query-runner.ts'
import { QueryCache } from './query-cache.ts'
import { runAsAdministrator, runAsViewer } from './sharing/current-caller.ts'

const { signal } = new AbortController()
const MINUTE = { ttlMs: 60_000, asOf: 1_000 }
const query = (sql: string) => ({ name: 'one', sql, row: z.unknown() })

/** Queries whose result is their own text, and those that were really run. */
function counting(beforeResult: (running: AbortSignal) => Promise<void> = async () => {}) {
  const ran: string[] = []
  let version = 1
  const run = async ({ sql }: { sql: string }, running = signal) => {
    ran.push(sql)
    await beforeResult(running)
    return { rows: [sql], rowsRead: 1, bytesRead: 8, size: 1 }
  }
  const queries = new QueryCache(run as RunQuery, () => version)
  return { queries, ran, change: () => version++ }
}

describe('QueryCache', () => {
  it('give a result again while it lasts, and say so', async () => {
    const { queries, ran } = counting()
    const first = await queries.run(query('q'), MINUTE, signal)
    expect(first).toEqual({
      value: { rows: ['q'], rowsRead: 1, bytesRead: 8, size: 1 },
      asOf: 1_000,
      cached: false,
    })
    expect(await queries.run(query('q'), { ttlMs: 60_000, asOf: 2_000 }, signal)).toEqual({
      ...first,
      cached: true,
    })
    await queries.run(query('other'), MINUTE, signal)
    expect(ran).toEqual(['q', 'other'])
  })

  it('run again what has expired, whose tables have changed, or when everything is forgotten', async () => {
    const { queries, ran, change } = counting()
    await queries.run(query('q'), { ...MINUTE, ttlMs: 0 }, signal)
    await queries.run(query('q'), MINUTE, signal)
    change()
    await queries.run(query('q'), MINUTE, signal)
    queries.clear()
    await queries.run(query('q'), MINUTE, signal)
    expect(ran).toHaveLength(4)
  })

  it('do not keep what was under way when everything was forgotten', async () => {
    const held = Promise.withResolvers<void>()
    const { queries, ran } = counting(() => held.promise)
    const first = queries.run(query('q'), MINUTE, signal)
    queries.clear()
    held.resolve()
    await first
    expect((await queries.run(query('q'), MINUTE, signal)).cached).toBe(false)
    expect(ran).toHaveLength(2)
  })

  it('run once for concurrent callers', async () => {
    const { queries, ran } = counting()
    const results = await Promise.all(
      [1, 2, 3].map(() => queries.run(query('q'), { ...MINUTE, ttlMs: 0 }, signal)),
    )
    expect(ran).toEqual(['q'])
    expect(results.map(({ cached }) => cached)).toEqual([false, true, true])
  })

  it('let a viewer share what runs for it or for everybody, and nobody wait for a viewer’s turn', async () => {
    const held = Promise.withResolvers<void>()
    const { queries, ran } = counting(() => held.promise)
    const run = (viewer: string | undefined, sql: string) =>
      runAsViewer(viewer, () => queries.run(query(sql), MINUTE, signal))
    const all = [
      run('link', 'q'),
      run('link', 'q'),
      run('other', 'q'),
      run(undefined, 'q'),
      run('third', 'q'),
    ]
    expect(ran).toHaveLength(3)
    held.resolve()
    await Promise.all(all)
    expect((await run('fourth', 'q')).cached).toBe(true)
    expect(ran).toHaveLength(3)
  })

  it('keep no administrator waiting for the query of another', async () => {
    const held = Promise.withResolvers<void>()
    const { queries, ran } = counting(() => held.promise)
    const all = ['analyst', 'analyst', 'editor'].map((id) =>
      runAsAdministrator(id, () => queries.run(query('q'), MINUTE, signal)),
    )
    expect(ran).toHaveLength(2)
    held.resolve()
    await Promise.all(all)
  })

  it('end when the last of those who wait has gone, and not before', async () => {
    let ended = false
    const { queries, ran } = counting((running) => {
      running.addEventListener('abort', () => (ended = true))
      return new Promise(() => {})
    })
    const [one, two] = [new AbortController(), new AbortController()]
    const waiting = [one, two].map((client) => queries.run(query('q'), MINUTE, client.signal))
    one.abort(new Error('gone'))
    await expect(waiting[0]).rejects.toThrow('gone')
    expect(ended).toBe(false)
    two.abort(new Error('gone too'))
    await expect(waiting[1]).rejects.toThrow('gone too')
    expect(ended).toBe(true)
    void queries.run(query('q'), MINUTE, signal)
    expect(ran).toHaveLength(2)
  })

  it('keep no failure', async () => {
    let fails = true
    const { queries } = counting(() => (fails ? Promise.reject(new Error('no')) : Promise.resolve()))
    await expect(queries.run(query('q'), MINUTE, signal)).rejects.toThrow('no')
    fails = false
    expect((await queries.run(query('q'), MINUTE, signal)).value.rows).toEqual(['q'])
  })
})
