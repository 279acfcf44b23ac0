import { readdir, readFile, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Fault } from './testing/faulty-files.ts'
import { drain, eventsOf, eventsOnDisk, nextAttempt, placeOf } from './testing/read-back.ts'
import { pageViews } from './testing/rows.ts'
import { TemporarySpool } from './testing/temporary-spool.ts'
import { arrivalOf, totalsOf } from './testing/totals.ts'
import { noTotals } from './totals.ts'

const none = noTotals()

const faults: [string, Fault][] = [
  ['a full disk at the write', { operation: 'write', code: 'ENOSPC' }],
  ['a full disk in the middle of a record', { operation: 'write', code: 'ENOSPC', effect: 70 }],
  ['a full disk after some whole records', { operation: 'write', code: 'ENOSPC', effect: 300 }],
  ['a write that reports failure after all', { operation: 'write', code: 'EIO', effect: 'whole' }],
  ['a sync that fails', { operation: 'datasync', code: 'EIO' }],
  ['a sync that fails for want of space', { operation: 'datasync', code: 'ENOSPC', effect: 'whole' }],
]

const faultsOfNewSegments: [string, Fault][] = [
  ['a full disk at the creation of a segment', { operation: 'create', code: 'ENOSPC' }],
  ['a full disk at a segment’s header', { operation: 'write', code: 'ENOSPC' }],
  ['a full disk within a segment’s header', { operation: 'write', code: 'ENOSPC', effect: 20 }],
  ['a sync of a segment’s header that fails', { operation: 'datasync', code: 'EIO' }],
]

describe.each([
  ...faults.map((fault) => [...fault, false] as const),
  ...faultsOfNewSegments.map((fault) => [...fault, true] as const),
])('%s', (_, fault, atNewSegment) => {
  /** A spool that has acknowledged event 1, and whose next append meets the fault. */
  async function beforeTheFault(temporary: TemporarySpool) {
    const opened = await temporary.open(atNewSegment ? { segmentBytes: 1 } : {})
    await opened.spool.append(pageViews(1), arrivalOf(1))
    opened.files.fail(fault)
    return opened
  }

  it('refuses the append and all behind it, and nothing of them is visible', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await beforeTheFault(temporary)
    const answers = await Promise.allSettled([
      spool.append(pageViews(2), { ...none, received: 8, duplicates: 7 }),
      spool.append(pageViews(3, 4, 5), none),
    ])
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 'rejected', reason: { name: 'SpoolError', code: 'spool_io' } })
    }
    expect(spool.totals).toEqual(totalsOf({ accepted: 1 }))
    expect(spool.pendingRows).toBe(1)
    expect(await eventsOnDisk(spool)).toEqual([1])
    expect(eventsOf(await drain(spool))).toEqual([1])
  })

  it('is over without a restart when the disk is well again', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await beforeTheFault(temporary)
    await expect(spool.append(pageViews(2, 3), none)).rejects.toThrow()
    await spool.append(pageViews(2, 3), none)
    await spool.append(pageViews(4), none)
    expect(spool.totals.accepted).toBe(4)
    expect(eventsOf(await drain(spool))).toEqual([1, 2, 3, 4])
  })

  it('leaves what was acknowledged before and after it for the next process, once', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await beforeTheFault(temporary)
    await expect(spool.append(pageViews(2, 3), none)).rejects.toThrow()
    await spool.append(pageViews(2, 3), none)
    const { spool: next } = await temporary.reopen()
    expect(await eventsOnDisk(next)).toEqual([1, 2, 3])
    expect(next.totals.accepted).toBe(3)
    expect(eventsOf(await drain(next))).toEqual([1, 2, 3])
    expect((await temporary.reopen()).spool.totals.accepted).toBe(3)
  })

  it('may last: everything is refused until it is over', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await beforeTheFault(temporary)
    files.fail({ operation: 'write', code: 'ENOSPC', times: 1000 })
    for (const n of [2, 3, 4, 5]) {
      await expect(spool.append(pageViews(n), none)).rejects.toMatchObject({ code: 'spool_io' })
    }
    expect(spool.totals.accepted).toBe(1)
    files.heal()
    await spool.append(pageViews(6), none)
    expect(eventsOf(await drain(spool))).toEqual([1, 6])
  })
})

describe('after a failed sync', () => {
  it('the segment is never written or synced again', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    await spool.append(pageViews(1), none)
    files.fail({ operation: 'datasync', code: 'EIO' })
    await expect(spool.append(pageViews(2), none)).rejects.toThrow()
    const good = spool.segments[0]?.bytes
    await spool.append(pageViews(3), none)
    await drain(spool)
    expect(spool.segments[0]?.bytes).toBe(good)
    expect(spool.segments).toHaveLength(2)
    expect(files.calls.create).toBe(2)
  })

  it('appends that queued behind are refused too, with the same reason', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    await spool.append(pageViews(1), none)
    const datasync = files.hold('datasync')
    files.fail({ operation: 'datasync', code: 'EIO' })
    const first = spool.append(pageViews(2), none)
    await datasync.reached
    const behind = spool.append(pageViews(3), none)
    datasync.release()
    const answers = await Promise.allSettled([first, behind])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await eventsOnDisk(spool)).toEqual([1])
  })

  it('the open batch keeps the rows it had, and is sealed with them from the next segment', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    await spool.append(pageViews(1), none)
    files.fail({ operation: 'datasync', code: 'EIO' })
    await expect(spool.append(pageViews(2), none)).rejects.toThrow()
    await spool.append(pageViews(3), none)
    const { batch, events } = await nextAttempt(spool)
    expect(events).toEqual([1])
    expect(batch.rows).toEqual({ page_views: 1 })
    const { spool: next } = await temporary.reopen()
    const again = await nextAttempt(next)
    expect([again.batch.id, again.events]).toEqual([batch.id, [1]])
    expect((await drain(next)).map(({ events }) => events)).toEqual([[1], [3]])
  })

  it('what a restart makes of its bytes stays so at the restarts after it', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    await spool.append(pageViews(1), none)
    files.fail({ operation: 'datasync', code: 'EIO', effect: 'whole' })
    await expect(spool.append(pageViews(2), none)).rejects.toThrow()
    files.fail({ operation: 'write', code: 'ENOSPC', times: 1000 })
    await expect(spool.append(pageViews(2), none)).rejects.toThrow()
    // Nothing on the disk tells refused bytes from kept ones here; the duplicate check goes by what it finds.
    const { spool: next } = await temporary.reopen()
    const found = await eventsOnDisk(next)
    await next.append(pageViews(3), none)
    const { spool: third } = await temporary.reopen()
    expect(await eventsOnDisk(third)).toEqual([...found, 3])
    expect(third.totals.accepted).toBe(found.length + 1)
  })

  it('an operator is told', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    files.fail({ operation: 'datasync', code: 'EIO' })
    await expect(spool.append(pageViews(1), none)).rejects.toThrow()
    expect(temporary.lines).toEqual([
      'error: spool: the disk refused a write; events are refused until it recovers',
    ])
  })
})

describe('a seal that the disk refused', () => {
  it('is written at the next call for a batch, and the batch is handed out then', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    await spool.append(pageViews(1, 2), none)
    files.fail({ operation: 'write', code: 'ENOSPC' })
    await spool.flush()
    expect(spool.pendingRows).toBe(2)
    const { batch, events } = await nextAttempt(spool)
    expect(events).toEqual([1, 2])
    const { spool: next } = await temporary.reopen()
    expect((await nextAttempt(next)).batch.id).toBe(batch.id)
  })

  it('is tried again while the writer waits', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    await spool.append(pageViews(1), none)
    files.fail({ operation: 'write', code: 'ENOSPC', times: 2 })
    await spool.flush()
    expect((await nextAttempt(spool)).events).toEqual([1])
  })

  it('of a batch from before a crash keeps the batch back until it is written', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open()
    await spool.append(pageViews(1), none)
    const { spool: next, files } = await temporary.reopen()
    files.fail({ operation: 'datasync', code: 'EIO', times: 1 })
    await setTimeout(20)
    expect((await nextAttempt(next)).events).toEqual([1])
    expect((await drain(next)).map(({ events }) => events)).toEqual([[1]])
  })
})

describe('a batch whose seal is late', () => {
  it.each(['a failed sync', 'a crash'])('has it on disk when it is handed out after %s', async (what) => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    await spool.append(pageViews(1, 2), none)
    await spool.append(pageViews(3), none)
    files.fail({ operation: 'datasync', code: 'EIO' })
    if (what === 'a failed sync') await spool.append(pageViews(4), none).catch(() => {})
    const { batch } = await nextAttempt(what === 'a crash' ? (await temporary.reopen()).spool : spool)

    // Where rows of it are damaged then, only the seal can tell their number.
    const path = spool.segments[0]?.path ?? ''
    const bytes = await readFile(path)
    bytes.writeUInt8(0, bytes.indexOf('pine-beer?2'))
    await writeFile(path, bytes)
    const { spool: next } = await temporary.reopen()
    const damaged = await nextAttempt(next)
    expect(placeOf(damaged.batch)).toEqual(placeOf(batch))
    expect([damaged.events, damaged.batch.rows]).toEqual([[3], { page_views: 3 }])
  })

  it('is not handed out while the disk refuses the seal, not even at the end, and waits for the next process', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    await spool.append(pageViews(1), none)
    files.fail({ operation: 'write', code: 'ENOSPC', times: 1000 })
    const batch = spool.nextBatch()
    await spool.close()
    expect(await batch).toBeUndefined()
    expect(await spool.nextBatch()).toBeUndefined()
    expect(eventsOf(await drain((await temporary.reopen()).spool))).toEqual([1])
  })
})

describe('the size cap', () => {
  function used(spool: { segments: readonly { bytes: number }[] }): number {
    return spool.segments.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  it('refuses appends before it is passed, loses nothing, and takes them again after the database has', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open({ maxBytes: 20_000, segmentBytes: 2_000 })
    const kept: number[] = []
    let refusal: unknown
    for (let n = 0; n < 500; n++) {
      try {
        await spool.append(pageViews(n), none)
        kept.push(n)
      } catch (error) {
        refusal = error
        break
      }
    }
    expect(refusal).toMatchObject({ name: 'SpoolError', code: 'spool_full' })
    expect(kept.length).toBeGreaterThan(50)
    expect(used(spool)).toBeLessThanOrEqual(20_000)
    expect(spool.totals.accepted).toBe(kept.length)
    await expect(spool.append(pageViews(900), none)).rejects.toMatchObject({ code: 'spool_full' })

    expect(eventsOf(await drain(spool))).toEqual(kept)
    await spool.append(pageViews(1000), none)
    expect(eventsOf(await drain(spool))).toEqual([1000])
  })

  it('lets replay copies go early, oldest first, and says so, but never a row that is not settled', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open({ maxBytes: 20_000, segmentBytes: 2_000 })
    const events: number[] = []
    for (let n = 0; n < 400; n += 4) {
      await spool.append(pageViews(n, n + 1, n + 2, n + 3), none)
      const attempts = await drain(spool)
      events.push(...eventsOf(attempts))
    }
    expect(events).toEqual(Array.from({ length: 400 }, (_, n) => n))
    expect(used(spool)).toBeLessThanOrEqual(20_000)
    const kept = await eventsOnDisk(spool)
    expect(kept).toEqual(events.slice(-kept.length))
    expect(kept.length).toBeLessThan(400)
    expect(new Set(temporary.lines)).toEqual(
      new Set(['warn: spool: replay copy removed early, disk cap near']),
    )
    const names = (await readdir(temporary.directory)).filter((name) => name.endsWith('.log'))
    expect(names).toHaveLength(spool.segments.length)
  })

  it('still holds after a restart', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open()
    for (let n = 0; n < 60; n++) await spool.append(pageViews(n), none)
    const { spool: next } = await temporary.reopen({ maxBytes: 5_000 })
    await expect(next.append(pageViews(100), none)).rejects.toMatchObject({ code: 'spool_full' })
    expect(eventsOf(await drain(next))).toHaveLength(60)
  })
})
