import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { append } from './testing/append.ts'
import { drain, eventsOf, eventsOnDisk, nextAttempt } from './testing/read-back.ts'
import { pageViews, range, rowsOf } from './testing/rows.ts'
import type { Spool } from './spool.ts'
import { openSpool } from './testing/temporary-spool.ts'

describe('commit', () => {
  it('moves the cursor past the batch, which no process gets again', async () => {
    const { temporary, spool } = await openSpool({ maxBatchRows: 1 })
    for (const n of range(1, 3)) await append(spool, pageViews(n))
    const first = await nextAttempt(spool)
    await spool.commit(first.batch, first.counts, 0)
    expect(spool.pendingRows).toBe(2)
    const { spool: next } = await temporary.reopen()
    expect(next.pendingRows).toBe(2)
    expect(next.cursor.stored.page_views).toBe(1)
    expect(eventsOf(await drain(next))).toEqual([2, 3])
    expect((await temporary.reopen()).spool.pendingRows).toBe(0)
  })

  it('goes in order', async () => {
    const { spool } = await openSpool({ maxBatchRows: 1 })
    await append(spool, pageViews(1))
    await append(spool, pageViews(2))
    const first = await nextAttempt(spool)
    await spool.commit(first.batch, first.counts, 0)
    await expect(spool.commit(first.batch, first.counts, 0)).rejects.toThrow('in order')
    expect((await nextAttempt(spool)).events).toEqual([2])
  })

  it('removes segments after their retention, never one that is needed', async () => {
    const { temporary, spool, files } = await openSpool({ segmentBytes: 1, retentionHours: 0 })
    for (const n of range(1, 5)) await append(spool, pageViews(n))
    await setTimeout(5)
    const first = await nextAttempt(spool)
    await spool.commit(first.batch, first.counts, 0)
    expect(await eventsOnDisk(spool)).toEqual(expect.arrayContaining(range(2, 5)))
    expect(eventsOf(await drain(spool))).toEqual(range(2, 5))
    expect(files.calls.remove).toBe(4)
    expect(await eventsOnDisk(spool)).toEqual([5])
    const { spool: next } = await temporary.reopen()
    expect(next.totals.accepted).toBe(5)
    expect(next.pendingRows).toBe(0)
  })

  it('keeps segments for replay as long as configured', async () => {
    const { spool } = await openSpool({ segmentBytes: 1, retentionHours: 1 })
    for (const n of range(1, 5)) await append(spool, pageViews(n))
    await drain(spool)
    expect(await eventsOnDisk(spool)).toEqual(range(1, 5))
  })

  it('leaves the old cursor where the disk refuses the new one, and can be done again', async () => {
    const { temporary, spool, files } = await openSpool({ maxBatchRows: 1 })
    await append(spool, pageViews(1))
    await append(spool, pageViews(2))
    const first = await nextAttempt(spool)
    for (const effect of [0, 10, 'whole'] as const) {
      files.fail({ operation: 'replace', code: 'ENOSPC', effect })
      await expect(spool.commit(first.batch, first.counts, 0)).rejects.toThrow('ENOSPC')
      expect(await nextAttempt(spool)).toEqual(first)
    }
    await spool.commit(first.batch, first.counts, 0)
    expect(spool.cursor.stored.page_views).toBe(1)
    const { spool: next } = await temporary.reopen()
    expect(next.cursor.stored.page_views).toBe(1)
    expect(eventsOf(await drain(next))).toEqual([2])
  })

  it.each(['whole', undefined] as const)(
    'that fails to remove an expired segment (effect: %s) neither undoes nor stops commits',
    async (effect) => {
      const { spool, files } = await openSpool({ retentionHours: 0, segmentBytes: 1 })
      for (const n of [1, 2, 3]) await append(spool, pageViews(n))
      await setTimeout(2)
      files.fail({ operation: 'remove', code: 'EIO', ...(effect ? { effect } : {}) })
      expect(eventsOf(await drain(spool))).toEqual([1, 2, 3])
    },
  )
})

describe('what is noted of an insert', () => {
  it('survives a restart, and ends when the batch is committed', async () => {
    const { temporary, spool } = await openSpool({ maxBatchRows: 1 })
    await append(spool, pageViews(1))
    const { batch } = await nextAttempt(spool)
    const insert = `${batch.id}:page_views`
    expect(spool.attempts.tokenGeneration(insert)).toBe(0)
    await spool.attempts.nextTokenGeneration(insert, 1_000)
    await spool.attempts.nextTokenGeneration(insert, 2_000)
    await spool.attempts.noteSplit(insert)
    const noted = (of: Spool, name = insert) => [
      of.attempts.tokenGeneration(name),
      of.attempts.engineOf(name),
      of.attempts.isSplit(name),
    ]
    expect(noted(spool)).toEqual([2, 2_000, true])
    expect(noted(spool, `${batch.id}:click_events`)).toEqual([0, 0, false])

    const { spool: next } = await temporary.reopen()
    expect(noted(next)).toEqual([2, 2_000, true])
    await drain(next)
    expect(noted(next)).toEqual([0, 0, false])
  })

  it('stays as it was where the disk refuses to write it down', async () => {
    const { spool, files } = await openSpool()
    files.fail({ operation: 'replace', code: 'EIO' })
    await expect(spool.attempts.nextTokenGeneration('insert', 1_000)).rejects.toThrow('EIO')
    expect(spool.attempts.tokenGeneration('insert')).toBe(0)
  })
})

describe('the rows that are kept', () => {
  it('say where they lie, so that committed ones can be distinguished from others', async () => {
    const { spool } = await openSpool({ maxBatchRows: 1 })
    const committed = async () => {
      const found: boolean[] = []
      for await (const { segment, end } of spool.retainedRows()) {
        found.push(spool.isCommitted({ segment, offset: end }))
      }
      return found
    }
    for (const n of range(1, 2)) await append(spool, pageViews(n))
    expect(await committed()).toEqual([false, false])
    const first = await nextAttempt(spool)
    await spool.commit(first.batch, first.counts, 0)
    expect(await committed()).toEqual([true, false])
  })
})

describe('the figures of what waits', () => {
  it('count rows, bytes and time until they are committed', async () => {
    const { spool } = await openSpool()
    const idle = () => [spool.pendingRows, spool.pendingBytes, spool.oldestPendingMs]
    expect(idle()).toEqual([0, 0, 0])
    await append(spool, [rowsOf('page_views', 1, 2), rowsOf('click_events', 3)])
    await setTimeout(20)
    expect(spool.pendingRows).toBe(3)
    const { batch } = await spool.flush().then(() => nextAttempt(spool))
    expect(spool.pendingBytes).toBe(batch.end - batch.start)
    expect(spool.oldestPendingMs).toBeGreaterThanOrEqual(19)
    await drain(spool)
    expect(idle()).toEqual([0, 0, 0])
  })
})
