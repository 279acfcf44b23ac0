import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '@half-measure/shared/durations.ts'
import { retry } from './session-store.ts'

/** Longer than all attempts take. Not until no timer is left: other files of the process may have some of their own. */
const started = Date.parse('2026-11-20T12:00:00Z')

beforeEach(() => vi.useFakeTimers({ now: started, toFake: ['setTimeout', 'Date'] }))
afterEach(() => vi.useRealTimers())

/** A task that fails so often before it works, and the times at which it ran. */
function failing(times: number) {
  const ranAt: number[] = []
  const task = async () => {
    ranAt.push(Date.now() - started)
    if (ranAt.length <= times) throw new Error('no')
    return 'yes'
  }
  return { task, ranAt }
}

describe('retry', () => {
  it('waits 200 ms and then twice as long each time', async () => {
    const { task, ranAt } = failing(4)
    const done = retry(task, () => true)
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    await expect(done).resolves.toBe('yes')
    expect(ranAt).toEqual([0, 200, 600, 1400, 3000])
  })

  it('gives up when the next attempt would begin 30 s after the first', async () => {
    const { task, ranAt } = failing(Infinity)
    const done = retry(task, () => true).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(await done).toBeInstanceOf(Error)
    expect(ranAt).toEqual([0, 200, 600, 1400, 3000, 6200, 12_600, 25_400])
  })

  it('does not retry a permanent error', async () => {
    const { task, ranAt } = failing(Infinity)
    await expect(retry(task, () => false)).rejects.toThrow('no')
    expect(ranAt).toEqual([0])
  })
})
