import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../../src/platform/api-error.ts'
import { MAX_RUNNING, QueryRunner } from '../../src/analytics/query-runner.ts'
import { realtime } from '../../src/analytics/live-feed.ts'
import { runAsAdministrator } from '../../src/analytics/sharing/current-caller.ts'
import { EngineStack, iso } from './engine-stack.ts'
import { randomEvents, type AnyEvent, type View } from './random-events.ts'
import { storeEvents } from './store-events.ts'

const FROM = Date.UTC(2026, 9, 14)
const TO = Date.UTC(2026, 9, 16)

let stack: EngineStack
let events: AnyEvent[]
let directory: string

beforeAll(async () => {
  events = randomEvents({ seed: 5, from: FROM, to: TO, sessions: 100 })
  directory = await mkdtemp(join(tmpdir(), 'half-measure-limits-'))
  stack = await EngineStack.open(
    events,
    { from: FROM, to: TO },
    {
      finished: TO + 3 * 24 * 3_600_000,
      // What runs is read from it.
      config: { kind: 'embedded', path: join(directory, 'clickhouse') },
    },
  )
})

afterAll(async () => {
  await stack[Symbol.asyncDispose]()
  await rm(directory, { recursive: true })
})

/** Ends when it is cancelled, or at a limit. */
const ENDLESS = {
  name: 'endless',
  sql: 'SELECT sum(sipHash64(number)) AS sum FROM system.numbers WHERE {p: String} = {p: String}',
  params: { p: 'x' },
  row: z.object({ sum: z.coerce.number() }),
}
const NO_LIMITS = { seconds: 0, rowsToRead: 0, threads: 1 }
const HARMLESS = { name: 'harmless', sql: 'SELECT 7 AS seven', row: z.object({ seven: z.number() }) }

async function running(): Promise<number> {
  const { rows } = await stack.statistics.runQuery({
    name: 'running',
    sql: "SELECT countIf(query LIKE '%sipHash64%' AND query NOT LIKE '%processes%') AS queries FROM system.processes",
    row: z.object({ queries: z.coerce.number() }),
  })
  return rows[0]?.queries ?? -1
}

describe('a query', () => {
  it.each([
    ['time', { seconds: 0.2 }, ENDLESS.sql, 503, 'query_timeout'],
    [
      'memory',
      { memoryBytes: 30_000_000, seconds: 3_600 },
      'SELECT length(groupArray(number)) AS sum FROM numbers(100000000)',
      422,
      'query_too_large',
    ],
    [
      'rows',
      { rowsToRead: 1_000, seconds: 3_600 },
      'SELECT count(number) + sum(number) AS sum FROM numbers(1000000)',
      422,
      'query_too_large',
    ],
  ])(
    'that takes too much %s fails with a clear error, and the next one gets its own result',
    async (_, limits, sql, status, code) => {
      const runner = new QueryRunner(stack.clickhouse, limits)
      const error = await runner.run({ ...ENDLESS, sql }).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(ApiError)
      expect(error).toMatchObject({ status, code })
      for (let i = 0; i < 3; i++)
        expect((await stack.statistics.runQuery(HARMLESS)).rows).toEqual([{ seven: 7 }])
      await runner.close()
    },
  )

  it('ends when the caller disconnects, and the next one gets its own result', async () => {
    const runner = new QueryRunner(stack.clickhouse, NO_LIMITS)
    const client = new AbortController()
    const result = runner.run(ENDLESS, client.signal)
    await expect.poll(running).toBe(1)
    client.abort(new Error('gone'))
    await expect(result).rejects.toThrow('gone')
    await expect.poll(running).toBe(0)
    for (let i = 0; i < 4; i++) expect((await runner.run(HARMLESS)).rows).toEqual([{ seven: 7 }])
    await runner.close()
  })

  it('waits for a slot, and leaves the queue when the caller disconnects', async () => {
    const runner = new QueryRunner(stack.clickhouse, NO_LIMITS)
    const clients = Array.from({ length: MAX_RUNNING }, () => new AbortController())
    // One person alone never takes all of them.
    const all = Promise.allSettled(
      clients.map(({ signal }, i) =>
        runAsAdministrator(`person ${i % 2}`, () => runner.run(ENDLESS, signal)),
      ),
    )
    await expect.poll(running).toBe(MAX_RUNNING)
    const impatient = new AbortController()
    const waiting = runner.run(HARMLESS, impatient.signal)
    let isServed = false
    const patient = runner.run(HARMLESS).finally(() => (isServed = true))
    impatient.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    // Another runner has places of its own.
    expect((await stack.statistics.runQuery(HARMLESS)).rows).toEqual([{ seven: 7 }])
    expect(isServed).toBe(false)
    clients[0]?.abort(new Error('gone'))
    expect((await patient).rows).toEqual([{ seven: 7 }])
    for (const client of clients) client.abort(new Error('gone'))
    await all
    await expect.poll(running).toBe(0)
    await runner.close()
  })

  it('leaves no settings behind', async () => {
    const { rows } = await stack.statistics.runQuery({
      name: 'settings',
      sql: "SELECT toString(getSetting('max_result_rows')) AS rows, getSetting('readonly') AS readonly",
      row: z.looseObject({}),
    })
    expect(rows).toEqual([{ rows: '0', readonly: 0 }])
  })
})

describe('results', () => {
  it('of a past range are cached until they are invalidated', async () => {
    const query = { metrics: ['page_views' as const] }
    const [first, second] = [await stack.run(query), await stack.run(query)]
    expect([first.provenance.cached, second.provenance.cached]).toEqual([false, true])
    expect(second.provenance.as_of).toBe(first.provenance.as_of)
    const more = randomEvents({ seed: 6, from: FROM, to: TO, sessions: 20 })
    await storeEvents(stack.clickhouse.writer, more, TO)
    stack.statistics.invalidate()
    const third = await stack.run(query)
    expect(third.provenance.cached).toBe(false)
    expect(third.totals.figures.page_views).toBeGreaterThan(first.totals.figures.page_views ?? 0)
  })

  it('of an ongoing range are shared by concurrent queries, and cached for a second at most', async () => {
    const query = {
      metrics: ['page_views' as const],
      range: { from: iso(FROM), to: iso(Date.now() + 60_000) },
    }
    const both = await Promise.all([stack.run(query), stack.run(query)])
    expect(both.map(({ provenance }) => provenance.cached)).toContain(true)
    await expect.poll(async () => (await stack.run(query)).provenance.cached).toBe(false)
  })

  it('report what they read', async () => {
    const { provenance } = await stack.run({ metrics: ['sessions'] })
    expect(provenance.rows_read).toBeGreaterThan(100)
    expect(provenance.bytes_read).toBeGreaterThan(1_000)
  })
})

describe('realtime', () => {
  it('counts current sessions, their pages and sources, and page views by minute', async () => {
    const now = Date.UTC(2026, 9, 20, 12, 0, 30)
    const one = events.find(({ kind }) => kind === 'views')
    if (one?.kind !== 'views') throw new Error('there is a page view')
    const view = (minutes: number, session: string, path: string, source: string): AnyEvent => ({
      ...one,
      id: crypto.randomUUID(),
      at: now - minutes * 60_000,
      session: `session_1_${session}`,
      path,
      source,
      bot: session === 'robot',
    })
    const reading = (minutes: number, session: string): AnyEvent => {
      const { kind: _, ...common } = view(minutes, session, '/long', '') as View
      return { ...common, kind: 'engagement', activeMs: 30_000, depth: 25 }
    }
    await storeEvents(stack.clickhouse.writer, [
      view(20, 'aaaa', '/a', 'Google'),
      view(3, 'aaaa', '/b', ''),
      view(4, 'bbbb', '/b', ''),
      view(10, 'gone', '/c', 'Google'),
      view(1, 'robot', '/b', ''),
      view(31, 'late', '/d', ''),
      // Has read one article for longer than the minutes that are shown, and is here still.
      view(55, 'long', '/long', 'Bing'),
      ...[40, 20, 1].map((minutes) => reading(minutes, 'long')),
    ])
    stack.statistics.invalidate()
    const query = () => realtime(stack.statistics, now, new AbortController().signal)
    const live = await query()
    expect(live).toMatchObject({
      at: iso(now),
      sessions: 3,
      pages: {
        top: [
          { key: '/b', sessions: 2 },
          { key: '/long', sessions: 1 },
        ],
        others: 0,
      },
      sources: {
        top: [
          { key: '', sessions: 1 },
          { key: 'Bing', sessions: 1 },
          { key: 'Google', sessions: 1 },
        ],
        others: 0,
      },
    })
    const filtered = async (dimension: Dimension, value: string) => {
      const filter = { operator: 'is', dimension, values: [value] } as const
      const { signal } = new AbortController()
      const { sessions, pages, minutes } = await realtime(stack.statistics, now, signal, [
        { ...filter, values: [...filter.values] },
      ])
      return [
        sessions,
        pages.top.map(({ key }) => key),
        minutes.reduce((sum, { page_views }) => sum + page_views, 0),
      ]
    }
    // Whole sessions are kept: those that have viewed the page, wherever they are now.
    expect(await filtered('page', '/a')).toEqual([1, ['/b'], 2])
    expect(await filtered('exit', '/b')).toEqual([2, ['/b'], 3])
    expect(await filtered('source', 'Bing')).toEqual([1, ['/long'], 0])
    expect(await filtered('device', 'none')).toEqual([0, [], 0])
    expect(live.minutes).toHaveLength(30)
    expect(live.minutes.at(-4)).toEqual({ minute: '2026-10-20T11:57:00.000Z', page_views: 1 })
    expect(live.minutes.reduce((sum, { page_views }) => sum + page_views, 0)).toBe(4)

    await storeEvents(
      stack.clickhouse.writer,
      Array.from({ length: 12 }, (_, i) => view(2, `tab${i}`, `/one/${i}`, `source ${i}`)),
    )
    stack.statistics.invalidate()
    const { sessions, ...lists } = await query()
    expect(sessions).toBe(15)
    for (const { top, others } of [lists.pages, lists.sources]) {
      expect(top).toHaveLength(10)
      expect(top.reduce((sum, one) => sum + one.sessions, 0) + others).toBe(sessions)
    }
  })
})
