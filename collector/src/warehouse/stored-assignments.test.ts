import type { ClickHouseClient } from '@clickhouse/client'
import { expect, it } from 'vitest'
import { StoredAssignments } from './stored-assignments.ts'

const SESSION = 'session_1600000000000_old'

/** A database that returns no rows, once it is released. */
function database() {
  const asked: AbortSignal[] = []
  const answers: (() => void)[] = []
  const query = ({ abort_signal }: { abort_signal: AbortSignal }) => {
    asked.push(abort_signal)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    answers.push(() => resolve({ json: async () => [] }))
    abort_signal.addEventListener('abort', () => reject(new Error('cancelled')))
    return promise
  }
  return {
    client: { query } as unknown as ClickHouseClient,
    asked,
    answer: () => answers.splice(0).forEach((end) => end()),
  }
}

it('asks once for a session, however many ask at the same time, and remembers that there is nothing', async () => {
  const { client, asked, answer } = database()
  const stored = new StoredAssignments(client)
  const both = [stored.of(SESSION), stored.of(SESSION)]
  answer()
  expect(await Promise.all(both)).toEqual([[], []])
  expect(await stored.of(SESSION)).toEqual([])
  expect(asked).toHaveLength(1)
})

it('cancels a look-up that takes too long, and asks again the next time', async () => {
  const { client, asked, answer } = database()
  const stored = new StoredAssignments(client, 1)
  await expect(stored.of(SESSION)).rejects.toThrow('cancelled')
  expect(asked[0]?.aborted).toBe(true)
  const next = new StoredAssignments(client).of(SESSION)
  const again = stored.of(SESSION)
  answer()
  expect(await next).toEqual([])
  await again.catch(() => {})
  expect(asked).toHaveLength(3)
})
