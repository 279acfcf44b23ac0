import { describe, expect, it } from 'vitest'
import { RECORD } from './record.ts'
import { A, B, damage, useFoundSpool } from './testing/found-spool.ts'
import { SegmentWriter } from './testing/segment-writer.ts'
import { totalsOf } from './testing/totals.ts'

const found = useFoundSpool()

const noRows = totalsOf({})

describe('the totals', () => {
  it('continue from the header with the contents of the segment', async () => {
    const before = { received: 113, accepted: 100, duplicates: 10, rejected: { consent_required: 3 } }
    const writer = new SegmentWriter(7, null, before)
    writer.rows(A, 1, 2)
    const rejected = { consent_required: 1, prefetch: 2 }
    writer.add(RECORD.tally, { received: 6, accepted: 0, duplicates: 1, rejected })
    writer.add(RECORD.tally, { received: 5, accepted: 5, duplicates: 0, rejected: {} })
    await writer.writeTo(found.directory)
    expect((await found.recover()).totals).toEqual({
      received: 124,
      accepted: 107,
      duplicates: 11,
      rejected: { consent_required: 4, prefetch: 2 },
    })
  })

  it('keep a difference between what was received and what became of it', async () => {
    const writer = new SegmentWriter(7, null, { ...noRows, received: 4, accepted: 3 })
    writer.rows(A, 1, 2)
    writer.add(RECORD.tally, { ...noRows, received: 3 })
    await writer.writeTo(found.directory)
    expect((await found.recover()).totals).toEqual({ ...noRows, received: 7, accepted: 5 })
  })

  it('count rows as received whose tally is torn off, whichever byte the tear is at', async () => {
    const writer = new SegmentWriter(1)
    writer.rows(A, 1)
    writer.add(RECORD.tally, { ...noRows, received: 2, duplicates: 1 })
    writer.rows(A, 2, 3)
    const tally = writer.add(RECORD.tally, { ...noRows, received: 3, duplicates: 1 })
    for (let length = tally.start; length < tally.end; length++) {
      await writer.writeTo(found.directory, writer.bytes.subarray(0, length))
      expect((await found.recover()).totals, `${length}`).toEqual(totalsOf({ accepted: 3, duplicates: 1 }))
    }
    await writer.writeTo(found.directory)
    expect((await found.recover()).totals).toEqual(totalsOf({ accepted: 3, duplicates: 2 }))
  })

  it('find no difference where damage has taken rows, a tally or both', async () => {
    const writer = new SegmentWriter(1)
    const rows = writer.rows(A, 1)
    const tally = writer.add(RECORD.tally, { ...noRows, received: 2, duplicates: 1 })
    writer.seal(A, rows, rows, 1)
    writer.rows(B, 2)
    writer.add(RECORD.tally, { ...noRows, received: 1 })
    for (const place of [rows, tally, { start: rows.start, end: tally.end }]) {
      await writer.writeTo(found.directory, damage(writer.bytes, place))
      const { totals } = await found.recover()
      expect(totals.accepted).toBe(2)
      expect(totals).toEqual(totalsOf(totals))
    }
  })

  it('of committed segments stand in the header of the one after them', async () => {
    const first = new SegmentWriter(1)
    const a = first.rows(A, 1, 2)
    first.seal(A, a, a, 2)
    await first.writeTo(found.directory)
    const totals = totalsOf({ accepted: 2, duplicates: 8 })
    const second = new SegmentWriter(2, { number: 1, bytes: first.bytes.length }, totals)
    await second.writeTo(found.directory)
    expect((await found.recover({ segment: 2, offset: second.bytes.length })).totals).toEqual(totals)
  })
})
