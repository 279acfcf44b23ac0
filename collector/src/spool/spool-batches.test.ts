import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { totalRows } from './batch.ts'
import { batchIdOf } from './row-block.ts'
import { append, appendAll } from './testing/append.ts'
import { damageEvent } from './testing/damage.ts'
import { attempt, drain, eventsOf, nextAttempt, placeOf } from './testing/read-back.ts'
import { overAllTables, pageViews, range } from './testing/rows.ts'
import { openSpool } from './testing/temporary-spool.ts'

describe('a batch', () => {
  it('is sealed by rows, by bytes or at the end of its segment, and no row joins it afterwards', async () => {
    for (const limit of [{ maxBatchRows: 5 }, { maxBatchBytes: 600 }, { segmentBytes: 600 }]) {
      const { spool } = await openSpool(limit)
      for (const n of range(1, 40)) await append(spool, pageViews(n))
      const before = await nextAttempt(spool)
      expect(before.events.length).toBeGreaterThan(1)
      expect(before.events.length).toBeLessThan(10)
      for (const n of range(41, 60)) await append(spool, pageViews(n))
      expect(await attempt(spool, before.batch)).toEqual(before)
      expect(eventsOf(await drain(spool))).toEqual(range(1, 60))
    }
  })

  it('has its own id in each of its rows, and shares it with no other', async () => {
    const { spool } = await openSpool({ maxBatchRows: 4 })
    for (const n of range(1, 5)) await append(spool, overAllTables(3 * n, 3 * n + 1, 3 * n + 2))
    await spool.flush()
    const ids = new Set<string>()
    while (spool.pendingRows > 0) {
      const { batch, counts } = await nextAttempt(spool)
      for (const { bytes } of await spool.readBatch(batch)) {
        expect(batchIdOf(bytes)).toBe(batch.id)
        expect(bytes.toString().split(batch.id)).toHaveLength(bytes.toString().split('\n').length)
      }
      ids.add(batch.id)
      await spool.commit(batch, counts, 0)
    }
    expect(ids.size).toBe(3)
  })

  it('never spans two segments', async () => {
    const { spool } = await openSpool({ segmentBytes: 700, maxBatchRows: 7 })
    for (const n of range(1, 60)) await append(spool, pageViews(n))
    const attempts = await drain(spool)
    expect(eventsOf(attempts)).toEqual(range(1, 60))
    expect(new Set(attempts.map(({ batch }) => batch.segment)).size).toBeGreaterThan(5)
    for (const { batch } of attempts) {
      const segment = spool.segments.find(({ number }) => number === batch.segment)
      expect(batch.end).toBeLessThanOrEqual(segment?.bytes ?? 0)
    }
  })

  it('is handed out only after its seal is synced', async () => {
    const { spool, files } = await openSpool()
    await append(spool, pageViews(1))
    const datasync = files.hold('datasync')
    let handed = false
    const next = spool.nextBatch().then(() => {
      handed = true
    })
    const flushed = spool.flush()
    await datasync.reached
    await setTimeout(10)
    expect(handed).toBe(false)
    datasync.release()
    await Promise.all([flushed, next])
  })

  it('has the same bytes, id and place at every attempt, in this process and in the next ones', async () => {
    const { temporary, spool } = await openSpool({ maxBatchRows: 6 })
    for (const n of range(0, 5)) await append(spool, overAllTables(...range(4 * n, 4 * n + 3)))
    const first = await nextAttempt(spool)
    expect(await nextAttempt(spool)).toEqual(first)
    for (let restart = 0; restart < 3; restart++) {
      const { spool: next } = await temporary.reopen({ maxBatchRows: 2 + restart })
      await append(next, pageViews(100 + restart))
      const again = await nextAttempt(next)
      expect(again.text).toBe(first.text)
      expect(placeOf(again.batch)).toEqual(placeOf(first.batch))
    }
  })

  it('that a crash left open is sealed as it was found, and later rows stay out of it', async () => {
    const { temporary, spool } = await openSpool()
    await appendAll(spool, range(1, 3))
    const { spool: next } = await temporary.reopen()
    await appendAll(next, range(4, 6))
    const first = await nextAttempt(next)
    expect(first.events).toEqual(range(1, 3))
    const { spool: third } = await temporary.reopen()
    expect((await nextAttempt(third)).text).toBe(first.text)
    expect((await drain(third)).map(({ events }) => events)).toEqual([range(1, 3), range(4, 6)])
  })

  it('that lost rows on disk says how many by its seal', async () => {
    const { temporary, spool } = await openSpool()
    for (const events of [range(1, 2), range(3, 6), range(7, 7)]) await append(spool, pageViews(...events))
    const { batch } = await spool.flush().then(() => nextAttempt(spool))
    await damageEvent(spool, 4)

    const { spool: next } = await temporary.reopen()
    const damaged = await nextAttempt(next)
    expect(placeOf(damaged.batch)).toEqual(placeOf(batch))
    expect(damaged.events).toEqual([1, 2, 7])
    expect(totalRows(damaged.batch.rows) - totalRows(damaged.counts)).toBe(4)
    await next.commit(damaged.batch, damaged.counts, 4)
    expect(next.pendingRows).toBe(0)
    expect(next.cursor.lost).toBe(4)
  })
})
