import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { totalRows } from './batch.ts'
import { batchIdOf } from './row-block.ts'
import type { Spool } from './spool.ts'
import { attempt, drain, eventsOf, eventsOnDisk, nextAttempt, placeOf } from './testing/read-back.ts'
import { overAllTables, pageViews, rowsOf } from './testing/rows.ts'
import { TemporarySpool } from './testing/temporary-spool.ts'
import { noTotals } from './totals.ts'

const none = noTotals()

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

/** Appends of one event each, all at once. */
function appendAll(spool: Spool, events: readonly number[]): Promise<void[]> {
  return Promise.all(events.map((n) => spool.append(pageViews(n), none)))
}

describe('append', () => {
  it('resolves only after the rows are synced', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    await spool.append(pageViews(1), none)

    const datasync = files.hold('datasync')
    let acknowledged = false
    const appended = spool.append(pageViews(2), none).then(() => {
      acknowledged = true
    })
    await datasync.reached
    await setTimeout(10)
    expect(acknowledged).toBe(false)
    expect(spool.totals.accepted).toBe(1)
    datasync.release()
    await appended
    expect(spool.totals.accepted).toBe(2)
  })

  it('shares one write and one sync with the appends that arrive together', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    await spool.append(pageViews(0), none)
    const { write, datasync } = files.calls
    await appendAll(spool, range(1, 50))
    expect(files.calls).toMatchObject({ write: write + 1, datasync: datasync + 1 })
  })

  it('shares the next sync with all that arrive during this one', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    await spool.append(pageViews(0), none)
    const before = files.calls.datasync
    const datasync = files.hold('datasync')
    const first = spool.append(pageViews(1), none)
    await datasync.reached
    const others = appendAll(spool, range(2, 50))
    datasync.release()
    await Promise.all([first, others])
    expect(files.calls.datasync).toBe(before + 2)
  })

  it('keeps the order of appends, within a table and over groups', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open()
    for (const group of [range(1, 30), range(31, 31), range(32, 60)]) await appendAll(spool, group)
    expect(eventsOf(await drain(spool))).toEqual(range(1, 60))
  })

  it('keeps rows of every table, and counts them by table', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open()
    await spool.append(overAllTables(...range(1, 12)), none)
    const [only] = await drain(spool)
    expect(only?.events.toSorted((a, b) => a - b)).toEqual(range(1, 12))
    expect(only?.counts).toEqual(only?.batch.rows)
    expect(spool.cursor.stored).toEqual({
      page_views: 2,
      click_events: 3,
      conversion_events: 3,
      ab_test_assignments: 2,
      engagement_events: 2,
    })
  })

  it('keeps what was not stored in the account, beside rows and alone, and over a restart', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open()
    await spool.append(pageViews(1, 2), {
      received: 5,
      accepted: 0,
      duplicates: 1,
      rejected: { prefetch: 2 },
    })
    const rest = { received: 4, accepted: 3, duplicates: 0, rejected: { prefetch: 1, before_consent: 1 } }
    await spool.append([], rest)
    const totals = { received: 9, accepted: 5, duplicates: 1, rejected: { prefetch: 3, before_consent: 1 } }
    expect(spool.totals).toEqual(totals)
    const { spool: next } = await temporary.reopen()
    expect(next.totals).toEqual(totals)
    await next.append(pageViews(3), none)
    expect((await temporary.reopen()).spool.totals).toEqual({ ...totals, accepted: 6 })
  })
})

describe('a batch', () => {
  it('is sealed by rows, by bytes or at the end of its segment, and no row joins it afterwards', async () => {
    for (const limit of [{ maxBatchRows: 5 }, { maxBatchBytes: 600 }, { segmentBytes: 600 }]) {
      await using temporary = await TemporarySpool.make()
      const { spool } = await temporary.open(limit)
      for (const n of range(1, 40)) await spool.append(pageViews(n), none)
      const before = await nextAttempt(spool)
      expect(before.events.length).toBeGreaterThan(1)
      expect(before.events.length).toBeLessThan(10)
      for (const n of range(41, 60)) await spool.append(pageViews(n), none)
      expect(await attempt(spool, before.batch)).toEqual(before)
      expect(eventsOf(await drain(spool))).toEqual(range(1, 60))
    }
  })

  it('has its own id in each of its rows, and shares it with no other', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open({ maxBatchRows: 4 })
    for (const n of range(1, 5)) await spool.append(overAllTables(3 * n, 3 * n + 1, 3 * n + 2), none)
    await spool.flush()
    const ids = new Set<string>()
    while (spool.pendingRows > 0) {
      const { batch, counts } = await nextAttempt(spool)
      for (const { bytes } of await spool.readBatch(batch)) {
        expect(batchIdOf(bytes)).toBe(batch.id)
        expect(bytes.toString().split(batch.id)).toHaveLength(bytes.toString().split('\n').length)
      }
      ids.add(batch.id)
      await spool.settle(batch, counts, 0)
    }
    expect(ids.size).toBe(3)
  })

  it('never spans two segments', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open({ segmentBytes: 700, maxBatchRows: 7 })
    for (const n of range(1, 60)) await spool.append(pageViews(n), none)
    const attempts = await drain(spool)
    expect(eventsOf(attempts)).toEqual(range(1, 60))
    expect(new Set(attempts.map(({ batch }) => batch.segment)).size).toBeGreaterThan(5)
    for (const { batch } of attempts) {
      const segment = spool.segments.find(({ number }) => number === batch.segment)
      expect(batch.end).toBeLessThanOrEqual(segment?.bytes ?? 0)
    }
  })

  it('is handed out only after its seal is synced', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    await spool.append(pageViews(1), none)
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
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open({ maxBatchRows: 6 })
    for (const n of range(0, 5)) await spool.append(overAllTables(...range(4 * n, 4 * n + 3)), none)
    const first = await nextAttempt(spool)
    expect(await nextAttempt(spool)).toEqual(first)
    for (let restart = 0; restart < 3; restart++) {
      const { spool: next } = await temporary.reopen({ maxBatchRows: 2 + restart })
      await next.append(pageViews(100 + restart), none)
      const again = await nextAttempt(next)
      expect(again.text).toBe(first.text)
      expect(placeOf(again.batch)).toEqual(placeOf(first.batch))
    }
  })

  it('that a crash left open is sealed as it was found, and later rows stay out of it', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open()
    await appendAll(spool, range(1, 3))
    const { spool: next } = await temporary.reopen()
    await appendAll(next, range(4, 6))
    const first = await nextAttempt(next)
    expect(first.events).toEqual(range(1, 3))
    const { spool: third } = await temporary.reopen()
    expect((await nextAttempt(third)).text).toBe(first.text)
    expect((await drain(third)).map(({ events }) => events)).toEqual([range(1, 3), range(4, 6)])
  })

  it('of which the disk lost rows says how many by its seal', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open()
    for (const events of [range(1, 2), range(3, 6), range(7, 7)])
      await spool.append(pageViews(...events), none)
    const { batch } = await spool.flush().then(() => nextAttempt(spool))
    const path = spool.segments[0]?.path ?? ''
    const bytes = await readFile(path)
    bytes.writeUInt8(0, bytes.indexOf('pine-beer?4'))
    await writeFile(path, bytes)

    const { spool: next } = await temporary.reopen()
    const damaged = await nextAttempt(next)
    expect(placeOf(damaged.batch)).toEqual(placeOf(batch))
    expect(damaged.events).toEqual([1, 2, 7])
    expect(totalRows(damaged.batch.rows) - totalRows(damaged.counts)).toBe(4)
    await next.settle(damaged.batch, damaged.counts, 4)
    expect(next.pendingRows).toBe(0)
    expect(next.cursor.lost).toBe(4)
  })
})

describe('the flush timer', () => {
  it('seals a batch that a waiting writer could have, soon after its first row', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open({ flushAfterMs: 40 })
    const next = nextAttempt(spool)
    const started = performance.now()
    await spool.append(pageViews(1), none)
    await setTimeout(5)
    await spool.append(pageViews(2), none)
    expect((await next).events).toEqual([1, 2])
    expect(performance.now() - started).toBeGreaterThan(30)
  })

  it('counts from the first row, also where the writer begins to wait later', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open({ flushAfterMs: 1 })
    await spool.append(pageViews(1), none)
    await setTimeout(5)
    expect((await nextAttempt(spool)).events).toEqual([1])
  })

  it('leaves a batch alone while nobody waits for it, so that it grows behind a busy writer', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open({ flushAfterMs: 1 })
    await spool.append(pageViews(1), none)
    const { write } = files.calls
    await setTimeout(40)
    expect(files.calls.write).toBe(write)
    await spool.append(pageViews(2), none)
    expect((await nextAttempt(spool)).events).toEqual([1, 2])
  })
})

describe('settling', () => {
  it('moves the cursor past the batch, which no process gets again', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open({ maxBatchRows: 1 })
    for (const n of range(1, 3)) await spool.append(pageViews(n), none)
    const first = await nextAttempt(spool)
    await spool.settle(first.batch, first.counts, 0)
    expect(spool.pendingRows).toBe(2)
    const { spool: next } = await temporary.reopen()
    expect(next.pendingRows).toBe(2)
    expect(next.cursor.stored.page_views).toBe(1)
    expect(eventsOf(await drain(next))).toEqual([2, 3])
    expect((await temporary.reopen()).spool.pendingRows).toBe(0)
  })

  it('goes in order', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open({ maxBatchRows: 1 })
    await spool.append(pageViews(1), none)
    await spool.append(pageViews(2), none)
    const first = await nextAttempt(spool)
    await spool.settle(first.batch, first.counts, 0)
    await expect(spool.settle(first.batch, first.counts, 0)).rejects.toThrow('in order')
    expect((await nextAttempt(spool)).events).toEqual([2])
  })

  it('removes segments after their retention, never one that is needed', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open({ segmentBytes: 1, retentionHours: 0 })
    for (const n of range(1, 5)) await spool.append(pageViews(n), none)
    await setTimeout(5)
    const first = await nextAttempt(spool)
    await spool.settle(first.batch, first.counts, 0)
    expect(await eventsOnDisk(spool)).toEqual(expect.arrayContaining(range(2, 5)))
    expect(eventsOf(await drain(spool))).toEqual(range(2, 5))
    expect(files.calls.remove).toBe(4)
    expect(await eventsOnDisk(spool)).toEqual([5])
    const { spool: next } = await temporary.reopen()
    expect(next.totals.accepted).toBe(5)
    expect(next.pendingRows).toBe(0)
  })

  it('keeps segments for replay as long as it is told', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open({ segmentBytes: 1, retentionHours: 1 })
    for (const n of range(1, 5)) await spool.append(pageViews(n), none)
    await drain(spool)
    expect(await eventsOnDisk(spool)).toEqual(range(1, 5))
  })

  it('leaves the old cursor where the disk refuses the new one, and can be done again', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open({ maxBatchRows: 1 })
    await spool.append(pageViews(1), none)
    await spool.append(pageViews(2), none)
    const first = await nextAttempt(spool)
    for (const effect of [0, 10, 'whole'] as const) {
      files.fail({ operation: 'replace', code: 'ENOSPC', effect })
      await expect(spool.settle(first.batch, first.counts, 0)).rejects.toThrow('ENOSPC')
      expect(await nextAttempt(spool)).toEqual(first)
    }
    await spool.settle(first.batch, first.counts, 0)
    expect(spool.cursor.stored.page_views).toBe(1)
    const { spool: next } = await temporary.reopen()
    expect(next.cursor.stored.page_views).toBe(1)
    expect(eventsOf(await drain(next))).toEqual([2])
  })
})

describe('a token generation', () => {
  it('survives a restart, and ends when the batch is settled', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open({ maxBatchRows: 1 })
    await spool.append(pageViews(1), none)
    const { batch } = await nextAttempt(spool)
    const insert = `${batch.id}:page_views`
    expect(spool.tokenGeneration(insert)).toBe(0)
    await spool.nextTokenGeneration(insert)
    await spool.nextTokenGeneration(insert)
    expect(spool.tokenGeneration(insert)).toBe(2)
    expect(spool.tokenGeneration(`${batch.id}:click_events`)).toBe(0)

    const { spool: next } = await temporary.reopen()
    expect(next.tokenGeneration(insert)).toBe(2)
    await drain(next)
    expect(next.tokenGeneration(insert)).toBe(0)
  })

  it('does not advance where the disk refuses to write it down', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    files.fail({ operation: 'replace', code: 'EIO' })
    await expect(spool.nextTokenGeneration('insert')).rejects.toThrow('EIO')
    expect(spool.tokenGeneration('insert')).toBe(0)
  })
})

describe('a restart', () => {
  it('makes the first batch uncertain, and those of this process certain', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open({ maxBatchRows: 1 })
    for (const n of range(1, 3)) await spool.append(pageViews(n), none)
    expect((await nextAttempt(spool)).batch.uncertain).toBe(false)
    const settled = await nextAttempt(spool)
    await spool.settle(settled.batch, settled.counts, 0)
    const { spool: next } = await temporary.reopen({ maxBatchRows: 1 })
    await next.append(pageViews(4), none)
    expect((await drain(next)).map(({ batch }) => batch.uncertain)).toEqual([true, false, false])
  })

  it('never writes into a file of the process before', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open()
    await spool.append(pageViews(1), none)
    const path = spool.segments[0]?.path ?? ''
    const before = await readFile(path)
    const { spool: next } = await temporary.reopen()
    await next.append(pageViews(2), none)
    await drain(next)
    expect((await readFile(path)).equals(before)).toBe(true)
  })
})

describe('close', () => {
  it('seals what is open, hands it out until all is settled, then ends', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open({ maxBatchRows: 2 })
    for (const n of range(1, 5)) await spool.append(pageViews(n), none)
    await spool.close()
    const events: number[] = []
    for (let batch = await spool.nextBatch(); batch; batch = await spool.nextBatch()) {
      const next = await attempt(spool, batch)
      events.push(...next.events)
      await spool.settle(batch, next.counts, 0)
    }
    expect(events).toEqual(range(1, 5))
    expect((await temporary.reopen()).spool.pendingRows).toBe(0)
  })

  it('keeps what was appended before it, and refuses what comes after', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open()
    const appended = spool.append(pageViews(1), none)
    const closed = spool.close()
    await expect(spool.append(pageViews(2), none)).rejects.toMatchObject({ code: 'spool_closed' })
    await Promise.all([appended, closed])
    expect(await eventsOnDisk(spool)).toEqual([1])
  })

  it('lets a writer that waits go', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open()
    const waiting = spool.nextBatch()
    await spool.close()
    expect(await waiting).toBeUndefined()
    expect(await spool.nextBatch()).toBeUndefined()
  })
})

describe('the rows that are kept', () => {
  it('say where they lie, so that settled ones can be told from others', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open({ maxBatchRows: 1 })
    const settled = async () => {
      const found: boolean[] = []
      for await (const { segment, end } of spool.keptRows()) {
        found.push(spool.isSettled({ segment, offset: end }))
      }
      return found
    }
    for (const n of range(1, 2)) await spool.append(pageViews(n), none)
    expect(await settled()).toEqual([false, false])
    const first = await nextAttempt(spool)
    await spool.settle(first.batch, first.counts, 0)
    expect(await settled()).toEqual([true, false])
  })
})

describe('the figures of what waits', () => {
  it('count rows, bytes and time until they are settled', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open()
    const idle = () => [spool.pendingRows, spool.pendingBytes, spool.oldestPendingMs]
    expect(idle()).toEqual([0, 0, 0])
    await spool.append([rowsOf('page_views', 1, 2), rowsOf('click_events', 3)], none)
    await setTimeout(20)
    expect(spool.pendingRows).toBe(3)
    const { batch } = await spool.flush().then(() => nextAttempt(spool))
    expect(spool.pendingBytes).toBe(batch.end - batch.start)
    expect(spool.oldestPendingMs).toBeGreaterThanOrEqual(19)
    await drain(spool)
    expect(idle()).toEqual([0, 0, 0])
  })
})
