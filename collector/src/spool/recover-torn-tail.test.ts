import { describe, expect, it } from 'vitest'
import { A, useFoundSpool, withWrongByte } from './testing/found-spool.ts'
import { placeOf } from './testing/read-back.ts'
import { eventId } from './testing/rows.ts'
import { type Place, SegmentWriter } from './testing/segment-writer.ts'

const TORN = 'warn: spool: torn tail cut'

const found = useFoundSpool()

describe('a torn tail', () => {
  async function expectCut(bytes: Buffer, writer: SegmentWriter, last: Place, what: string) {
    await writer.writeTo(found.directory, bytes)
    const { batches, segments, totals, lines } = await found.recover()
    expect(batches, what).toHaveLength(1)
    expect(batches[0], what).toMatchObject({ id: A, end: last.start, rows: { page_views: 3 } })
    expect(await found.eventsIn(batches[0]), what).toEqual([1, 2, 3].map(eventId))
    expect(segments[0]?.bytes, what).toBe(last.start)
    expect(totals.accepted, what).toBe(3)
    expect(lines, what).toEqual(last.start === bytes.length ? [] : [TORN])
  }

  function threeGroups(): { writer: SegmentWriter; last: Place } {
    const writer = new SegmentWriter(1)
    writer.rows(A, 1, 2)
    writer.rows(A, 3)
    return { writer, last: writer.rows(A, 4, 5) }
  }

  it('is cut at whichever byte of the last record it was torn, and earlier records survive', async () => {
    const { writer, last } = threeGroups()
    for (let length = last.start; length < last.end; length++) {
      await expectCut(writer.bytes.subarray(0, length), writer, last, `${length} bytes`)
    }
  })

  it('is cut whichever byte of the last record is wrong', async () => {
    const { writer, last } = threeGroups()
    for (let at = last.start; at < last.end; at++) {
      const bytes = withWrongByte(writer.bytes, at)
      await expectCut(bytes, writer, last, `byte ${at}`)
    }
  })

  it('of zeros, as a file system leaves where a length was written before its bytes, is cut', async () => {
    const { writer, last } = threeGroups()
    for (const kept of [0, 1, 7, 8, 9, 60]) {
      const bytes = Buffer.alloc(last.end + 4096)
      writer.bytes.copy(bytes, 0, 0, last.start + kept)
      await expectCut(bytes, writer, last, `${kept} bytes of the record, then zeros`)
    }
  })

  it('that takes the seal leaves the batch with the same id, place and rows, to be sealed again', async () => {
    const writer = new SegmentWriter(1)
    const first = writer.rows(A, 1, 2)
    const last = writer.rows(A, 3)
    const seal = writer.seal(A, first, last, 3)
    await writer.writeTo(found.directory, writer.bytes.subarray(0, -1))
    const { batches, unsealed } = await found.recover()
    expect(batches.map(placeOf)).toEqual([seal])
    expect(unsealed).toEqual([seal])
  })

  it.each([0, 1, 8, 30])(
    'that leaves %i bytes of a header hides nothing of the segment before',
    async (kept) => {
      const first = new SegmentWriter(1)
      const rows = first.rows(A, 1, 2)
      const seal = first.seal(A, rows, rows, 2)
      await first.writeTo(found.directory)
      const second = new SegmentWriter(2, { number: 1, bytes: first.bytes.length })
      await second.writeTo(found.directory, second.bytes.subarray(0, kept))
      const { batches, segments, totals } = await found.recover()
      expect(batches.map(placeOf)).toEqual([seal])
      expect(segments.map(({ number, bytes }) => [number, bytes])).toEqual([
        [1, first.bytes.length],
        [2, 0],
      ])
      expect(totals.accepted).toBe(2)
    },
  )
})
