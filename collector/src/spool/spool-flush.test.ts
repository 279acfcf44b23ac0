import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { append } from './testing/append.ts'
import { drain, eventsOf, nextAttempt } from './testing/read-back.ts'
import { pageViews } from './testing/rows.ts'
import { openSpool } from './testing/temporary-spool.ts'

describe('the flush timer', () => {
  afterEach(() => vi.useRealTimers())

  it('seals a batch that a waiting loader could have, soon after its first row', async () => {
    // The disk may take longer for a row than the timer.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const { spool } = await openSpool({ flushAfterMs: 40 })
    const next = nextAttempt(spool)
    await append(spool, pageViews(1))
    vi.advanceTimersByTime(5)
    await append(spool, pageViews(2))
    // No timer fires within a turn of the event loop.
    await nextTurn()
    vi.advanceTimersByTime(34)
    // Other files of this process may have left timers of their own.
    const waiting = vi.getTimerCount()
    vi.advanceTimersByTime(1)
    expect(vi.getTimerCount()).toBe(waiting - 1)
    expect((await next).events).toEqual([1, 2])
  })

  it('counts from the first row, also where the loader begins to wait later', async () => {
    const { spool } = await openSpool({ flushAfterMs: 1 })
    await append(spool, pageViews(1))
    await setTimeout(5)
    expect((await nextAttempt(spool)).events).toEqual([1])
  })

  it('leaves a batch alone while nobody waits for it, so that it grows behind a busy loader', async () => {
    const { spool, files } = await openSpool({ flushAfterMs: 1 })
    await append(spool, pageViews(1))
    const { write } = files.calls
    await setTimeout(40)
    expect(files.calls.write).toBe(write)
    await append(spool, pageViews(2))
    expect((await nextAttempt(spool)).events).toEqual([1, 2])
  })
})

describe('a clock that is set back an hour', () => {
  afterEach(() => vi.useRealTimers())

  it('does not delay a batch', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { spool } = await openSpool({ flushAfterMs: 20 })
    await append(spool, pageViews(1))
    vi.setSystemTime(Date.now() - 3_600_000)
    expect((await nextAttempt(spool)).events).toEqual([1])
    expect(spool.oldestPendingMs).toBe(0)
  })
})

describe('flush', () => {
  it('includes the rows of a group that is being written', async () => {
    const { spool, files } = await openSpool({ flushAfterMs: 3_600_000 })
    await append(spool, pageViews(1))
    await spool.flush()
    const write = files.hold('write')
    const appended = append(spool, pageViews(2))
    await write.reached
    const flushed = spool.flush()
    write.release()
    await flushed
    await appended
    const first = await nextAttempt(spool)
    await spool.commit(first.batch, first.counts, 0)
    expect((await nextAttempt(spool)).events).toEqual([2])
  })

  it('seals once, and batches grow again behind a busy loader', async () => {
    const { spool, files } = await openSpool({ flushAfterMs: 1 })
    // Requests keep arriving while a group is being written, so that the queue never runs empty.
    let n = 0
    const datasync = files.hold('datasync')
    const all: Promise<void>[] = []
    let hold = datasync
    all.push(append(spool, pageViews(++n)))
    const first = spool.nextBatch()
    for (let group = 0; group < 60; group++) {
      await hold.reached
      all.push(append(spool, pageViews(++n)))
      const next = files.hold('datasync')
      await setTimeout(1)
      hold.release()
      hold = next
    }
    hold.release()
    await Promise.all(all)
    await first
    const batches = await drain(spool)
    expect(eventsOf(batches)).toEqual(Array.from({ length: n }, (_, i) => i + 1))
    expect(batches.length).toBeLessThan(10)
  })
})
