import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { append } from './testing/append.ts'
import type { Spool } from './spool.ts'
import { drain, eventsOf, eventsOnDisk } from './testing/read-back.ts'
import { pageViews, range, row } from './testing/rows.ts'
import { openSpool } from './testing/temporary-spool.ts'

/** Bytes of all segments. */
function used({ segments }: Spool): number {
  return segments.reduce((sum, { bytes }) => sum + bytes, 0)
}

describe('the size cap', () => {
  it('refuses appends before it is passed, loses nothing, and takes them again after the database has', async () => {
    const { spool } = await openSpool({ maxBytes: 20_000, segmentBytes: 2_000 })
    const kept: number[] = []
    let refusal: unknown
    for (let n = 0; n < 500; n++) {
      try {
        await append(spool, pageViews(n))
        kept.push(n)
      } catch (error) {
        refusal = error
        break
      }
    }
    expect(refusal).toMatchObject({ name: 'SpoolError', code: 'spool_full' })
    expect(kept.length).toBeGreaterThan(50)
    expect(used(spool)).toBeLessThanOrEqual(20_000)
    expect(spool.filled).toBeGreaterThan(0.8)
    expect(spool.filled).toBeLessThanOrEqual(1)
    expect(spool.totals.accepted).toBe(kept.length)
    await expect(append(spool, pageViews(900))).rejects.toMatchObject({ code: 'spool_full' })

    expect(eventsOf(await drain(spool))).toEqual(kept)
    expect(spool.filled).toBe(0)
    await append(spool, pageViews(1000))
    expect(eventsOf(await drain(spool))).toEqual([1000])
  })

  it('lets replay copies go early, oldest first, and says so, but never a row that is not committed', async () => {
    const { temporary, spool } = await openSpool({ maxBytes: 20_000, segmentBytes: 2_000 })
    const events: number[] = []
    for (let n = 0; n < 400; n += 4) {
      await append(spool, pageViews(n, n + 1, n + 2, n + 3))
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

  it('is reported before the first append is refused, and no longer once there is room', async () => {
    const { temporary, spool } = await openSpool({ maxBytes: 2_000_000, segmentBytes: 100_000 })
    const largest = (n: number) => [{ table: 'page_views' as const, rows: [row(n, 'x'.repeat(200_000))] }]
    let n = 0
    for (; spool.accepting; n += 20) await append(spool, pageViews(...range(n, n + 19)))
    expect(used(spool)).toBeGreaterThan(1_700_000)
    await append(spool, largest(n))
    await expect(append(spool, largest(n + 1))).rejects.toMatchObject({ code: 'spool_full' })
    expect(spool.accepting).toBe(false)
    await expect(append(spool, largest(n + 2))).rejects.toMatchObject({ code: 'spool_full' })
    await drain(spool)
    await append(spool, pageViews(n + 3))
    expect(spool.accepting).toBe(true)
    const said = temporary.lines.filter((line) => !line.includes('replay copy'))
    expect(said).toEqual([
      'error: spool: it is full; events are refused until there is room',
      'warn: spool: there is room again',
    ])
  })

  it('still holds after a restart', async () => {
    const { temporary, spool } = await openSpool()
    for (let n = 0; n < 60; n++) await append(spool, pageViews(n))
    const { spool: next } = await temporary.reopen({ maxBytes: 5_000 })
    await expect(append(next, pageViews(100))).rejects.toMatchObject({ code: 'spool_full' })
    expect(eventsOf(await drain(next))).toHaveLength(60)
  })

  it('lets go of committed segments before it refuses', async () => {
    const { spool } = await openSpool({ maxBytes: 10_000, segmentBytes: 700 })
    let n = 0
    while (used(spool) < 7_000) {
      await append(spool, pageViews(++n, ++n))
      await drain(spool)
    }
    // The database goes down: room for replay copies is room for events.
    const committed = n
    while (n - committed < 30) await append(spool, pageViews(++n, ++n))
    expect(spool.pendingRows).toBe(30)
  })

  it('does not stay reached when everything is committed', async () => {
    // As SPOOL_MAX_BYTES at its minimum: a segment may be as large as the cap.
    const { spool } = await openSpool({ maxBytes: 4_000, segmentBytes: 4_000 })
    // Some 300 bytes each: four times the cap.
    for (let n = 0; n < 50; n++) {
      await append(spool, pageViews(n))
      expect(eventsOf(await drain(spool))).toEqual([n])
    }
  })

  it('does not stay reached when a restart found it reached and everything is committed since', async () => {
    const { temporary, spool } = await openSpool()
    for (let n = 0; n < 60; n++) await append(spool, pageViews(n))
    const { spool: next } = await temporary.reopen({ maxBytes: 5_000 })
    await drain(next)
    await expect(append(next, pageViews(100))).resolves.toBeUndefined()
  })

  it('does not stay reached after tallies alone have filled the spool', async () => {
    const { spool } = await openSpool({ maxBytes: 10_000, segmentBytes: 1_000 })
    for (let n = 0; n < 300; n++) await append(spool, [], { duplicates: 1 })
    await expect(append(spool, pageViews(1))).resolves.toBeUndefined()
  })

  it('is not passed by a group that is being written', async () => {
    const { spool, files } = await openSpool({ maxBytes: 5_000 })
    const write = files.hold('write')
    const first = Promise.allSettled(Array.from({ length: 30 }, (_, n) => append(spool, pageViews(n))))
    await write.reached
    const second = Promise.allSettled(Array.from({ length: 30 }, (_, n) => append(spool, pageViews(100 + n))))
    write.release()
    await Promise.all([first, second])
    expect(used(spool)).toBeLessThanOrEqual(5_000)
  })

  it('counts bytes, not characters', async () => {
    const { spool } = await openSpool({ maxBytes: 20_000 })
    await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) =>
        append(spool, [{ table: 'page_views', rows: [row(n, '麦'.repeat(200))] }]),
      ),
    )
    expect(used(spool)).toBeLessThanOrEqual(20_000)
  })
})

describe('a disk that stalls', () => {
  it('cannot fill memory: what waits for it is bounded, and stored once it recovers', async () => {
    const { temporary, spool, files } = await openSpool({ maxQueuedBytes: 300_000 })
    expect(spool.accepting).toBe(true)
    const sync = files.hold('datasync')
    const outcomes = Promise.allSettled(
      range(0, 99).map((n) => append(spool, [{ table: 'page_views', rows: [row(n, 'x'.repeat(10_000))] }])),
    )
    await sync.reached
    expect(spool.accepting).toBe(false)
    sync.release()
    const refused = (await outcomes).filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject(refused.map(() => ({ reason: { code: 'spool_slow' } })))
    expect(spool.totals.accepted).toBe(100 - refused.length)
    expect(spool.totals.accepted).toBeGreaterThan(20)
    expect(spool.totals.accepted).toBeLessThan(30)
    expect(spool.accepting).toBe(true)
    expect(temporary.lines).toEqual([])
  })
})
