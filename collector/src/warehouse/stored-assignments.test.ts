import type { ClickHouseClient } from '@clickhouse/client'
import { expect, it } from 'vitest'
import { StoredAssignments } from './stored-assignments.ts'

const SESSION = 'session_1600000000000_old'

const OTHERS = ['session_1600000000000_b', 'session_1600000000000_c']

interface QueryParams {
  readonly abort_signal: AbortSignal
  readonly query_params: { readonly sessions: readonly string[] }
}

/** A database that has an assignment of the last of `OTHERS` alone, and responds once it is released. */
function database() {
  const queries: QueryParams[] = []
  const pending: (() => void)[] = []
  const query = (params: QueryParams) => {
    queries.push(params)
    const { abort_signal, query_params } = params
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const rows = query_params.sessions.filter((session) => session === OTHERS[1]).map(assignmentOf)
    pending.push(() => resolve({ json: async () => rows }))
    abort_signal.addEventListener('abort', () => reject(new Error('cancelled')))
    return promise
  }
  return {
    client: { query } as unknown as ClickHouseClient,
    queries,
    respond: () => pending.splice(0).forEach((end) => end()),
  }
}

function assignmentOf(session_id: string) {
  return { session_id, test_name: 'cta_button_text', variant: 'a', assigned_at_ms: '5' }
}

it('queries a session once for concurrent callers, and remembers that it has none', async () => {
  const { client, queries, respond } = database()
  const stored = new StoredAssignments(client)
  const both = [stored.of(SESSION), stored.of(SESSION)]
  await expect.poll(() => queries).toHaveLength(1)
  respond()
  expect(await Promise.all(both)).toEqual([[], []])
  expect(await stored.of(SESSION)).toEqual([])
  expect(queries).toHaveLength(1)
})

it('runs one query at a time: sessions that come meanwhile share the next', async () => {
  const { client, queries, respond } = database()
  const stored = new StoredAssignments(client)
  const first = stored.of(SESSION)
  await expect.poll(() => queries).toHaveLength(1)
  const others = OTHERS.map((session) => stored.of(session))
  await new Promise(setImmediate)
  expect(queries).toHaveLength(1)
  respond()
  expect(await first).toEqual([])
  await expect.poll(() => queries).toHaveLength(2)
  respond()
  expect(await Promise.all(others)).toEqual([
    [],
    [expect.objectContaining({ variant: 'a', assigned_at_ms: 5 })],
  ])
  expect(queries.map(({ query_params }) => query_params.sessions)).toEqual([[SESSION], OTHERS])
})

it('does not put more sessions into a query than fit', async () => {
  const { client, queries, respond } = database()
  const stored = new StoredAssignments(client)
  const all = Promise.all(Array.from({ length: 2_500 }, (_, n) => stored.of(`session_${n}_x`)))
  for (const count of [1, 2, 3]) {
    await expect.poll(() => queries).toHaveLength(count)
    respond()
  }
  expect(await all).toHaveLength(2_500)
  expect(queries.map(({ query_params }) => query_params.sessions.length)).toEqual([1_000, 1_000, 500])
})

it('cancels a look-up that takes too long, those that wait for it as well, and queries again the next time', async () => {
  const { client, queries, respond } = database()
  const stored = new StoredAssignments(client, 20)
  const waiting = stored.of(SESSION)
  await expect.poll(() => queries).toHaveLength(1)
  await expect(stored.of(OTHERS[0] ?? '')).rejects.toThrow()
  await expect(waiting).rejects.toThrow('cancelled')
  expect(queries[0]?.abort_signal.aborted).toBe(true)
  const retry = () => {
    stored.of(SESSION).catch(() => {})
    return queries.length
  }
  await expect.poll(retry).toBeGreaterThan(1)
  respond()
  expect(queries.at(-1)?.query_params.sessions).toEqual([SESSION])
})
