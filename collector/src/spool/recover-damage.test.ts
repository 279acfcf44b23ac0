import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Seal } from './batch.ts'
import { RECORD } from './record.ts'
import { A, B, C, damage, LOST, useFoundSpool, withWrongByte } from './testing/found-spool.ts'
import { placeOf } from './testing/read-back.ts'
import { eventId } from './testing/rows.ts'
import { type Place, SegmentWriter } from './testing/segment-writer.ts'
import { totalsOf } from './testing/totals.ts'

const found = useFoundSpool()

describe('damage inside', () => {
  function sealedBatch(): { writer: SegmentWriter; middle: Place; seal: Seal } {
    const writer = new SegmentWriter(1)
    const first = writer.rows(A, 1, 2)
    const middle = writer.rows(A, 3, 4, 5)
    const last = writer.rows(A, 6)
    return { writer, middle, seal: writer.seal(A, first, last, 6) }
  }

  it('is set aside, whichever byte is wrong, and the seal tells how many rows are missing', async () => {
    const { writer, middle, seal } = sealedBatch()
    for (let at = middle.start; at < middle.end; at++) {
      const bytes = withWrongByte(writer.bytes, at)
      await writer.writeTo(found.directory, bytes)
      const { batches, lines } = await found.recover()
      expect(batches.map(placeOf), `byte ${at}`).toEqual([seal])
      expect(await found.eventsIn(batches[0]), `byte ${at}`).toEqual([1, 2, 6].map(eventId))
      expect(lines, `byte ${at}`).toEqual([LOST])
      const [name = ''] = await readdir(join(found.directory, 'quarantine'))
      const kept = await readFile(join(found.directory, 'quarantine', name))
      expect(kept.equals(bytes.subarray(middle.start, middle.end)), `byte ${at}`).toBe(true)
    }
  })

  it('is set aside once, however often the spool is opened', async () => {
    const { writer, middle } = sealedBatch()
    await writer.writeTo(found.directory, damage(writer.bytes, middle))
    await found.recover()
    const { batches } = await found.recover()
    expect(batches).toHaveLength(1)
    expect(await readdir(join(found.directory, 'quarantine'))).toHaveLength(1)
  })

  it('that takes all rows of a batch leaves its seal, so that their number is known', async () => {
    const writer = new SegmentWriter(1)
    const a = writer.rows(A, 1, 2)
    const sealA = writer.seal(A, a, a, 2)
    const b = writer.rows(B, 3)
    const sealB = writer.seal(B, b, b, 1)
    await writer.writeTo(found.directory, damage(writer.bytes, a))
    const { batches } = await found.recover()
    expect(batches.map(placeOf)).toEqual([sealA, sealB])
    expect(await found.eventsIn(sealA)).toEqual([])
    expect(await found.eventsIn(sealB)).toEqual([3].map(eventId))
  })

  it('that takes a header costs no row', async () => {
    const { writer, seal } = sealedBatch()
    const header = { start: 0, end: seal.start }
    await writer.writeTo(found.directory, damage(writer.bytes, header))
    const { batches, lines } = await found.recover()
    expect(batches.map(placeOf)).toEqual([seal])
    expect(await found.eventsIn(seal)).toEqual([1, 2, 3, 4, 5, 6].map(eventId))
    expect(lines).toEqual([LOST])
  })

  it('of a committed segment is left for replay', async () => {
    const { writer, middle } = sealedBatch()
    await writer.writeTo(found.directory, damage(writer.bytes, middle))
    const second = new SegmentWriter(2, { number: 1, bytes: writer.bytes.length })
    await second.writeTo(found.directory)
    const { batches, lines } = await found.recover({ segment: 2, offset: 0 })
    expect(batches).toEqual([])
    expect(lines).toEqual([])
  })
})

describe('refused bytes', () => {
  it('beyond the length that the next header names are not there', async () => {
    const first = new SegmentWriter(1)
    const kept = first.rows(A, 1)
    first.rows(A, 2)
    first.rows(B, 3)
    await first.writeTo(found.directory)
    const second = new SegmentWriter(2, { number: 1, bytes: kept.end }, totalsOf({ accepted: 1 }))
    second.add(RECORD.seal, { id: A, segment: 1, start: kept.start, end: kept.end, rows: { page_views: 1 } })
    second.rows(C, 2, 3)
    await second.writeTo(found.directory)

    const { batches, segments, totals, lines } = await found.recover()
    expect(segments[0]?.bytes).toBe(kept.end)
    expect(batches.map(({ id }) => id)).toEqual([A, C])
    expect((await Promise.all(batches.map((batch) => found.eventsIn(batch)))).flat()).toEqual(
      [1, 2, 3].map(eventId),
    )
    expect(totals.accepted).toBe(3)
    expect(lines).toEqual([])
  })
})
