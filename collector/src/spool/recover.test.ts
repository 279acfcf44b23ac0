import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { Seal } from './batch.ts'
import type { RecordKind } from './record.ts'
import { A, B, C, damage, useFoundSpool } from './testing/found-spool.ts'
import { placeOf } from './testing/read-back.ts'
import { BEGUN_AT, SegmentWriter } from './testing/segment-writer.ts'
import { totalsOf } from './testing/totals.ts'

const found = useFoundSpool()

describe('the batches that are found', () => {
  async function threeBatches(): Promise<Seal[]> {
    const first = new SegmentWriter(1)
    const a = first.rows(A, 1, 2)
    const sealA = first.seal(A, a, a, 2)
    const b = first.rows(B, 3)
    const sealB = first.seal(B, b, b, 1)
    await first.writeTo(found.directory)
    const second = new SegmentWriter(2, { number: 1, bytes: first.bytes.length }, totalsOf({ accepted: 3 }))
    const c = second.rows(C, 4, 5)
    await second.writeTo(found.directory)
    return [sealA, sealB, { id: C, segment: 2, ...c, rows: { page_views: 2 }, firstRowAt: BEGUN_AT }]
  }

  it('are in the order in which they were written, and only the unsealed one wants a seal', async () => {
    const all = await threeBatches()
    const { batches, unsealed } = await found.recover({})
    expect(batches.map(placeOf)).toEqual(all)
    expect(unsealed).toEqual(all.slice(2))
  })

  it('keep their order where a seal is damaged', async () => {
    const writer = new SegmentWriter(1)
    const a = writer.rows(A, 1)
    const sealed = writer.bytes.length
    const sealA = writer.seal(A, a, a, 1)
    const between = { start: sealed, end: writer.bytes.length }
    const b = writer.rows(B, 2)
    const sealB = writer.seal(B, b, b, 1)
    await writer.writeTo(found.directory, damage(writer.bytes, between))
    const { batches, unsealed } = await found.recover()
    expect(batches.map(placeOf)).toEqual([sealA, sealB])
    expect(unsealed).toEqual([sealA])
  })

  it('begin after the cursor', async () => {
    const all = await threeBatches()
    for (const [committed, seal] of all.entries()) {
      const { batches, totals } = await found.recover({ segment: seal.segment, offset: seal.end })
      expect(batches.map(placeOf)).toEqual(all.slice(committed + 1))
      expect(totals.accepted).toBe(5)
    }
  })

  it('may have been attempted if they are first, since batches go in order', async () => {
    await threeBatches()
    const { batches } = await found.recover({})
    expect(batches.map(({ mayBeInserted }) => mayBeInserted)).toEqual([true, false, false])
  })

  it('may all have been inserted where there is no cursor to tell', async () => {
    await threeBatches()
    const { batches } = await found.recover()
    expect(batches.map(({ mayBeInserted }) => mayBeInserted)).toEqual([true, true, true])
  })

  it('count their rows by table', async () => {
    const writer = new SegmentWriter(1)
    writer.rows(A, 1, 2)
    writer.rows(A, 3)
    await writer.writeTo(found.directory)
    expect((await found.recover()).batches[0]?.rows).toEqual({ page_views: 3 })
  })
})

describe('a spool', () => {
  it('that is new has nothing in it', async () => {
    const { segments, batches, totals, lines } = await found.recover()
    expect({ segments, batches, totals, lines }).toEqual({
      segments: [],
      batches: [],
      totals: totalsOf({}),
      lines: [],
    })
  })

  it('that another version wrote is not touched', async () => {
    const writer = new SegmentWriter(1)
    writer.add(99 as RecordKind, {})
    writer.rows(A, 1)
    await writer.writeTo(found.directory)
    await expect(found.recover()).rejects.toThrow('another version')
    expect(await readdir(found.directory)).toHaveLength(1)
  })
})
