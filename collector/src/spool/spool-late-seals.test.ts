import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { append } from './testing/append.ts'
import { damageEvent } from './testing/damage.ts'
import { drain, eventsOf, nextAttempt, placeOf } from './testing/read-back.ts'
import { pageViews } from './testing/rows.ts'
import { openSpool } from './testing/temporary-spool.ts'

// Only the spool's own pauses; files, and the waiting below, take their real time.
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

/** What comes after some pauses, which pass at once. */
async function atOnce<T>(awaited: Promise<T>): Promise<T> {
  let isThere = false
  const come = awaited.finally(() => (isThere = true))
  // No timer fires within a turn of the event loop.
  await nextTurn()
  await vi.waitFor(
    () => {
      vi.runAllTimers()
      expect(isThere).toBe(true)
    },
    { interval: 1, timeout: 60_000 },
  )
  return come
}

describe('a seal that the disk refused', () => {
  it('is written at the next call for a batch, and the batch is handed out then', async () => {
    const { temporary, spool, files } = await openSpool()
    await append(spool, pageViews(1, 2))
    files.fail({ operation: 'write', code: 'ENOSPC' })
    await spool.flush()
    expect(spool.pendingRows).toBe(2)
    const { batch, events } = await nextAttempt(spool)
    expect(events).toEqual([1, 2])
    const { spool: next } = await temporary.reopen()
    expect((await nextAttempt(next)).batch.id).toBe(batch.id)
  })

  it('is tried again while the loader waits', async () => {
    const { spool, files } = await openSpool()
    await append(spool, pageViews(1))
    files.fail({ operation: 'write', code: 'ENOSPC', times: 2 })
    await spool.flush()
    expect((await atOnce(nextAttempt(spool))).events).toEqual([1])
  })

  it('of a batch from before a crash keeps the batch back until it is written', async () => {
    const { temporary, spool } = await openSpool()
    await append(spool, pageViews(1))
    const { spool: next, files } = await temporary.reopen()
    files.fail({ operation: 'datasync', code: 'EIO', times: 1 })
    expect((await atOnce(nextAttempt(next))).events).toEqual([1])
    expect((await drain(next)).map(({ events }) => events)).toEqual([[1]])
  })
})

describe('a batch whose seal is late', () => {
  it.each(['a failed sync', 'a crash'])('has it on disk when it is handed out after %s', async (what) => {
    const { temporary, spool, files } = await openSpool()
    await append(spool, pageViews(1, 2))
    await append(spool, pageViews(3))
    files.fail({ operation: 'datasync', code: 'EIO' })
    if (what === 'a failed sync') await append(spool, pageViews(4)).catch(() => {})
    const { spool: later } = what === 'a crash' ? await temporary.reopen() : { spool }
    const { batch } = await atOnce(nextAttempt(later))

    // Where rows of it are damaged then, only the seal can tell their number.
    await damageEvent(spool, 2)
    const { spool: next } = await temporary.reopen()
    const damaged = await nextAttempt(next)
    expect(placeOf(damaged.batch)).toEqual(placeOf(batch))
    expect([damaged.events, damaged.batch.rows]).toEqual([[3], { page_views: 3 }])
  })

  it('is not handed out while the disk refuses the seal, not even at the end, and waits for the next process', async () => {
    const { temporary, spool, files } = await openSpool()
    await append(spool, pageViews(1))
    files.fail({ operation: 'write', code: 'ENOSPC', times: 1000 })
    const batch = spool.nextBatch()
    await spool.close()
    expect(await batch).toBeUndefined()
    expect(await spool.nextBatch()).toBeUndefined()
    expect(eventsOf(await drain((await temporary.reopen()).spool))).toEqual([1])
  })
})

describe('a loader', () => {
  it('that was waiting when the seal failed gets the batch', async () => {
    const { spool, files } = await openSpool({ flushAfterMs: 20 })
    const waiting = nextAttempt(spool)
    await append(spool, pageViews(1))
    files.fail({ operation: 'datasync', code: 'EIO' })
    expect((await atOnce(waiting)).events).toEqual([1])
  })

  it('gets the last batch of a spool that is closing, once its seal is written', async () => {
    const { spool, files } = await openSpool()
    await append(spool, pageViews(1))
    const seal = files.hold('datasync')
    const closing = spool.close()
    await seal.reached
    const last = spool.nextBatch()
    seal.release()
    await closing
    expect((await last)?.rows).toEqual({ page_views: 1 })
  })

  it('gets batches whose seals stand while a later seal waits for the disk', async () => {
    const { spool, files } = await openSpool()
    await append(spool, pageViews(1))
    await spool.flush()
    await append(spool, pageViews(2))
    files.fail({ operation: 'write', code: 'ENOSPC', times: 1000 })
    await expect(append(spool, pageViews(3))).rejects.toThrow('refused')
    expect((await nextAttempt(spool)).events).toEqual([1])
  })
})
