import { readdir } from 'node:fs/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { append } from './testing/append.ts'
import type { Fault } from './testing/faulty-files.ts'
import { drain, eventsOf, eventsOnDisk, nextAttempt } from './testing/read-back.ts'
import { pageViews, range } from './testing/rows.ts'
import { openSpool } from './testing/temporary-spool.ts'
import { totalsOf } from './testing/totals.ts'

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
  async function beforeTheFault() {
    const opened = await openSpool(atNewSegment ? { segmentBytes: 1 } : {})
    await append(opened.spool, pageViews(1), { received: 1 })
    opened.files.fail(fault)
    return opened
  }

  it('refuses the append and all behind it, and nothing of them is visible', async () => {
    const { spool } = await beforeTheFault()
    const results = await Promise.allSettled([
      append(spool, pageViews(2), { received: 8, duplicates: 7 }),
      append(spool, pageViews(3, 4, 5)),
    ])
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: { name: 'SpoolError', code: 'spool_io' } })
    }
    expect(spool.totals).toEqual(totalsOf({ accepted: 1 }))
    expect(spool.pendingRows).toBe(1)
    expect(await eventsOnDisk(spool)).toEqual([1])
    expect(eventsOf(await drain(spool))).toEqual([1])
  })

  it('is over without a restart when the disk is well again', async () => {
    const { spool } = await beforeTheFault()
    await expect(append(spool, pageViews(2, 3))).rejects.toThrow()
    await append(spool, pageViews(2, 3))
    await append(spool, pageViews(4))
    expect(spool.totals.accepted).toBe(4)
    expect(eventsOf(await drain(spool))).toEqual([1, 2, 3, 4])
  })

  it('leaves what was acknowledged before and after it for the next process, once', async () => {
    const { temporary, spool } = await beforeTheFault()
    await expect(append(spool, pageViews(2, 3))).rejects.toThrow()
    await append(spool, pageViews(2, 3))
    const { spool: next } = await temporary.reopen()
    expect(await eventsOnDisk(next)).toEqual([1, 2, 3])
    expect(next.totals.accepted).toBe(3)
    expect(eventsOf(await drain(next))).toEqual([1, 2, 3])
    expect((await temporary.reopen()).spool.totals.accepted).toBe(3)
  })

  it('may last: everything is refused until it is over', async () => {
    const { spool, files } = await beforeTheFault()
    files.fail({ operation: 'write', code: 'ENOSPC', times: 1000 })
    for (const n of [2, 3, 4, 5]) {
      await expect(append(spool, pageViews(n))).rejects.toMatchObject({ code: 'spool_io' })
    }
    expect(spool.totals.accepted).toBe(1)
    files.heal()
    await append(spool, pageViews(6))
    expect(eventsOf(await drain(spool))).toEqual([1, 6])
  })
})

describe('after a failed sync', () => {
  it('the segment is never written or synced again', async () => {
    const { spool, files } = await openSpool()
    await append(spool, pageViews(1))
    files.fail({ operation: 'datasync', code: 'EIO' })
    await expect(append(spool, pageViews(2))).rejects.toThrow()
    const good = spool.segments[0]?.bytes
    await append(spool, pageViews(3))
    await drain(spool)
    expect(spool.segments[0]?.bytes).toBe(good)
    expect(spool.segments).toHaveLength(2)
    // And the trial before the second one.
    expect(files.calls.create).toBe(3)
  })

  it('appends that queued behind are refused too, with the same reason', async () => {
    const { spool, files } = await openSpool()
    await append(spool, pageViews(1))
    const datasync = files.hold('datasync')
    files.fail({ operation: 'datasync', code: 'EIO' })
    const first = append(spool, pageViews(2))
    await datasync.reached
    const behind = append(spool, pageViews(3))
    datasync.release()
    const results = await Promise.allSettled([first, behind])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await eventsOnDisk(spool)).toEqual([1])
  })

  it('the open batch keeps the rows it had, and is sealed with them from the next segment', async () => {
    const { temporary, spool, files } = await openSpool()
    await append(spool, pageViews(1))
    files.fail({ operation: 'datasync', code: 'EIO' })
    await expect(append(spool, pageViews(2))).rejects.toThrow()
    await append(spool, pageViews(3))
    const { batch, events } = await nextAttempt(spool)
    expect(events).toEqual([1])
    expect(batch.rows).toEqual({ page_views: 1 })
    const { spool: next } = await temporary.reopen()
    const again = await nextAttempt(next)
    expect([again.batch.id, again.events]).toEqual([batch.id, [1]])
    expect((await drain(next)).map(({ events }) => events)).toEqual([[1], [3]])
  })

  it('what a restart makes of its bytes stays so at the restarts after it', async () => {
    const { temporary, spool, files } = await openSpool()
    await append(spool, pageViews(1))
    files.fail({ operation: 'datasync', code: 'EIO', effect: 'whole' })
    await expect(append(spool, pageViews(2))).rejects.toThrow()
    files.fail({ operation: 'write', code: 'ENOSPC', times: 1000 })
    await expect(append(spool, pageViews(2))).rejects.toThrow()
    // Nothing on the disk tells refused bytes from kept ones here; the duplicate check goes by what it finds.
    const { spool: next } = await temporary.reopen()
    const found = await eventsOnDisk(next)
    await append(next, pageViews(3))
    const { spool: third } = await temporary.reopen()
    expect(await eventsOnDisk(third)).toEqual([...found, 3])
    expect(third.totals.accepted).toBe(found.length + 1)
  })

  it('is logged once, and once when it is over', async () => {
    const { temporary, spool, files } = await openSpool()
    files.fail({ operation: 'datasync', code: 'EIO', times: 1000 })
    for (const n of [1, 2, 3]) await expect(append(spool, pageViews(n))).rejects.toThrow()
    files.heal()
    await append(spool, pageViews(4))
    expect(temporary.lines).toEqual([
      'error: spool: the disk refused a write; events are refused until it recovers',
      'warn: spool: the disk accepts writes again',
    ])
  })
})

describe('a disk that refuses writes', () => {
  it.each<[string, Partial<Fault>, number]>([
    ['all writes', {}, 1],
    // The first segment had its header.
    ['all but small ones', { above: 1_000 }, 2],
  ])(
    'is tried every second, also where no event arrives, and not ready while it refuses %s',
    async (_, which, segments) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
      onTestFinished(() => void vi.useRealTimers())
      const { temporary, spool, files } = await openSpool()
      files.fail({ operation: 'write', code: 'ENOSPC', times: 1000, ...which })
      await expect(append(spool, pageViews(...range(0, 19)))).rejects.toThrow('refused')
      const afterSeconds = (expected: () => void) =>
        vi.waitFor(() => (vi.advanceTimersByTime(1_000), expected()), { interval: 1, timeout: 60_000 })
      await afterSeconds(() => expect(files.calls.create).toBeGreaterThan(9))
      expect(spool.accepting).toBe(false)
      await expect(append(spool, pageViews(1))).rejects.toThrow('refused')
      expect(temporary.lines).toHaveLength(1)
      files.heal()
      await afterSeconds(() => expect(spool.accepting).toBe(true))
      expect(await readdir(temporary.directory)).toHaveLength(segments)
      await append(spool, pageViews(2))
      expect(eventsOf(await drain(spool))).toEqual([2])
    },
  )
})

describe('refused rows', () => {
  it('stay out when the header of the segment after them fails too', async () => {
    const { temporary, spool, files } = await openSpool()
    await append(spool, pageViews(1))
    await spool.flush()
    // The rows reach the disk, their sync fails.
    files.fail({ operation: 'datasync', code: 'EIO' })
    await expect(append(spool, pageViews(2))).rejects.toThrow('refused')
    // So does the header of the next segment, after the trial.
    files.fail({ operation: 'write', code: 'ENOSPC', after: 1 })
    await expect(append(spool, pageViews(2))).rejects.toThrow('refused')
    // Then the disk is well, and the browser's repetition is acknowledged.
    await append(spool, pageViews(2))

    const { spool: next } = await temporary.reopen()
    expect(await eventsOnDisk(next)).toEqual([1, 2])
    expect(next.totals.accepted).toBe(2)
    expect(eventsOf(await drain(next))).toEqual([1, 2])
  })
})

describe('a segment whose directory could not be synced', () => {
  it('costs nothing but the append that it was made for', async () => {
    const { spool, files } = await openSpool()
    files.fail({ operation: 'create', code: 'EIO', effect: 'whole' })
    await expect(append(spool, pageViews(1))).rejects.toThrow('refused')
    await append(spool, pageViews(1))
    expect(eventsOf(await drain(spool))).toEqual([1])
  })
})
