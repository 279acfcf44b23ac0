import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Seal } from './batch.ts'
import { type Cursor, startCursor } from './cursor.ts'
import { nodeFileSystem } from './file-system.ts'
import { RECORD, type RecordKind, scanRecords } from './record.ts'
import { type Recovered, recover } from './recover.ts'
import { decodeRows, eventIdsOf } from './row-block.ts'
import { segmentPath } from './segment.ts'
import { placeOf } from './testing/read-back.ts'
import { eventId } from './testing/rows.ts'
import { type Place, SegmentWriter } from './testing/segment-writer.ts'
import { recordingLogger } from './testing/temporary-spool.ts'
import { totalsOf } from './testing/totals.ts'

const A = eventId(0xa)
const B = eventId(0xb)
const C = eventId(0xc)

const TORN = 'warn: spool: torn tail cut'
const LOST = 'error: spool: damaged bytes set aside; rows in them are lost'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'recover-test-'))
})

afterEach(() => rm(directory, { recursive: true }))

async function recovered(cursor?: Partial<Cursor>): Promise<Recovered & { lines: string[] }> {
  const { log, lines } = recordingLogger()
  const stored = cursor && { ...startCursor('boot'), ...cursor }
  return { ...(await recover(nodeFileSystem, directory, stored, log)), lines }
}

/** Ids of the events whose rows lie, readable, in a batch. */
async function eventsIn({ segment, start, end }: Seal): Promise<string[]> {
  const bytes = (await readFile(segmentPath(directory, segment))).subarray(start, end)
  return [...scanRecords(bytes)].flatMap((item) =>
    item.kind === RECORD.rows ? [...eventIdsOf(decodeRows(item.payload).bytes)] : [],
  )
}

function ids(...events: number[]): string[] {
  return events.map(eventId)
}

function damage(bytes: Buffer, { start, end }: Place): Buffer {
  return Buffer.concat([bytes.subarray(0, start), Buffer.alloc(end - start, 0xff), bytes.subarray(end)])
}

describe('a torn tail', () => {
  async function expectCut(bytes: Buffer, writer: SegmentWriter, last: Place, what: string) {
    await writer.writeTo(directory, bytes)
    const { batches, segments, totals, lines } = await recovered()
    expect(batches, what).toHaveLength(1)
    expect(batches[0], what).toMatchObject({ id: A, end: last.start, rows: { page_views: 3 } })
    expect(batches[0] && (await eventsIn(batches[0])), what).toEqual(ids(1, 2, 3))
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
      const bytes = writer.bytes
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at)
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
    await writer.writeTo(directory, writer.bytes.subarray(0, -1))
    const { batches, unsealed } = await recovered()
    expect(batches.map(placeOf)).toEqual([seal])
    expect(unsealed).toEqual([seal])
  })

  it.each([0, 1, 8, 30])(
    'that leaves %i bytes of a header hides nothing of the segment before',
    async (kept) => {
      const first = new SegmentWriter(1)
      const rows = first.rows(A, 1, 2)
      const seal = first.seal(A, rows, rows, 2)
      await first.writeTo(directory)
      const second = new SegmentWriter(2, { number: 1, bytes: first.bytes.length })
      await second.writeTo(directory, second.bytes.subarray(0, kept))
      const { batches, segments, totals } = await recovered()
      expect(batches.map(placeOf)).toEqual([seal])
      expect(segments.map(({ number, bytes }) => [number, bytes])).toEqual([
        [1, first.bytes.length],
        [2, 0],
      ])
      expect(totals.accepted).toBe(2)
    },
  )
})

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
      const bytes = writer.bytes
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at)
      await writer.writeTo(directory, bytes)
      const { batches, lines } = await recovered()
      expect(batches.map(placeOf), `byte ${at}`).toEqual([seal])
      expect(batches[0] && (await eventsIn(batches[0])), `byte ${at}`).toEqual(ids(1, 2, 6))
      expect(lines, `byte ${at}`).toEqual([LOST])
      const [name = ''] = await readdir(join(directory, 'quarantine'))
      const kept = await readFile(join(directory, 'quarantine', name))
      expect(kept.equals(bytes.subarray(middle.start, middle.end)), `byte ${at}`).toBe(true)
    }
  })

  it('is set aside once, however often the spool is opened', async () => {
    const { writer, middle } = sealedBatch()
    await writer.writeTo(directory, damage(writer.bytes, middle))
    await recovered()
    const { batches } = await recovered()
    expect(batches).toHaveLength(1)
    expect(await readdir(join(directory, 'quarantine'))).toHaveLength(1)
  })

  it('that takes all rows of a batch leaves its seal, so that their number is known', async () => {
    const writer = new SegmentWriter(1)
    const a = writer.rows(A, 1, 2)
    const sealA = writer.seal(A, a, a, 2)
    const b = writer.rows(B, 3)
    const sealB = writer.seal(B, b, b, 1)
    await writer.writeTo(directory, damage(writer.bytes, a))
    const { batches } = await recovered()
    expect(batches.map(placeOf)).toEqual([sealA, sealB])
    expect(await eventsIn(sealA)).toEqual([])
    expect(await eventsIn(sealB)).toEqual(ids(3))
  })

  it('that takes a header costs no row', async () => {
    const { writer, seal } = sealedBatch()
    const header = { start: 0, end: seal.start }
    await writer.writeTo(directory, damage(writer.bytes, header))
    const { batches, lines } = await recovered()
    expect(batches.map(placeOf)).toEqual([seal])
    expect(await eventsIn(seal)).toEqual(ids(1, 2, 3, 4, 5, 6))
    expect(lines).toEqual([LOST])
  })

  it('of a segment that is settled is left for whoever replays it', async () => {
    const { writer, middle } = sealedBatch()
    await writer.writeTo(directory, damage(writer.bytes, middle))
    const second = new SegmentWriter(2, { number: 1, bytes: writer.bytes.length })
    await second.writeTo(directory)
    const { batches, lines } = await recovered({ segment: 2, offset: 0 })
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
    await first.writeTo(directory)
    const second = new SegmentWriter(2, { number: 1, bytes: kept.end }, totalsOf({ accepted: 1 }))
    second.add(RECORD.seal, { id: A, segment: 1, start: kept.start, end: kept.end, rows: { page_views: 1 } })
    second.rows(C, 2, 3)
    await second.writeTo(directory)

    const { batches, segments, totals, lines } = await recovered()
    expect(segments[0]?.bytes).toBe(kept.end)
    expect(batches.map(({ id }) => id)).toEqual([A, C])
    expect((await Promise.all(batches.map(eventsIn))).flat()).toEqual(ids(1, 2, 3))
    expect(totals.accepted).toBe(3)
    expect(lines).toEqual([])
  })
})

const noRows = totalsOf({})

describe('the batches that are found', () => {
  async function threeBatches(): Promise<Seal[]> {
    const first = new SegmentWriter(1)
    const a = first.rows(A, 1, 2)
    const sealA = first.seal(A, a, a, 2)
    const b = first.rows(B, 3)
    const sealB = first.seal(B, b, b, 1)
    await first.writeTo(directory)
    const second = new SegmentWriter(2, { number: 1, bytes: first.bytes.length }, totalsOf({ accepted: 3 }))
    const c = second.rows(C, 4, 5)
    await second.writeTo(directory)
    return [sealA, sealB, { id: C, segment: 2, ...c, rows: { page_views: 2 } }]
  }

  it('are in the order in which they were written, and only the unsealed one wants a seal', async () => {
    const all = await threeBatches()
    const { batches, unsealed } = await recovered({})
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
    await writer.writeTo(directory, damage(writer.bytes, between))
    const { batches, unsealed } = await recovered()
    expect(batches.map(placeOf)).toEqual([sealA, sealB])
    expect(unsealed).toEqual([sealA])
  })

  it('begin after the cursor', async () => {
    const all = await threeBatches()
    for (const [settled, seal] of all.entries()) {
      const { batches, totals } = await recovered({ segment: seal.segment, offset: seal.end })
      expect(batches.map(placeOf)).toEqual(all.slice(settled + 1))
      expect(totals.accepted).toBe(5)
    }
  })

  it('may have been attempted if they are first, since batches go in order', async () => {
    await threeBatches()
    const { batches } = await recovered({})
    expect(batches.map(({ uncertain }) => uncertain)).toEqual([true, false, false])
  })

  it('may all have been inserted where there is no cursor to tell', async () => {
    await threeBatches()
    const { batches } = await recovered()
    expect(batches.map(({ uncertain }) => uncertain)).toEqual([true, true, true])
  })

  it('count their rows by table', async () => {
    const writer = new SegmentWriter(1)
    writer.rows(A, 1, 2)
    writer.rows(A, 3)
    await writer.writeTo(directory)
    expect((await recovered()).batches[0]?.rows).toEqual({ page_views: 3 })
  })
})

describe('the totals', () => {
  it('go on from the header with what the segment holds', async () => {
    const before = { received: 113, accepted: 100, duplicates: 10, rejected: { consent_required: 3 } }
    const writer = new SegmentWriter(7, null, before)
    writer.rows(A, 1, 2)
    const rejected = { consent_required: 1, prefetch: 2 }
    writer.add(RECORD.tally, { received: 6, accepted: 0, duplicates: 1, rejected })
    writer.add(RECORD.tally, { received: 5, accepted: 5, duplicates: 0, rejected: {} })
    await writer.writeTo(directory)
    expect((await recovered()).totals).toEqual({
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
    await writer.writeTo(directory)
    expect((await recovered()).totals).toEqual({ ...noRows, received: 7, accepted: 5 })
  })

  it('say of what an older version wrote that all of it was received, and go on counting', async () => {
    const first = new SegmentWriter(1, null, { accepted: 5, duplicates: 1, rejected: { prefetch: 2 } })
    first.rows(A, 1, 2)
    first.add(RECORD.tally, { accepted: 0, duplicates: 3, rejected: {} })
    first.rows(A, 3)
    await first.writeTo(directory)
    const of = totalsOf({ accepted: 8, duplicates: 4, rejected: { prefetch: 2 } })
    expect((await recovered()).totals).toEqual(of)
    const second = new SegmentWriter(2, { number: 1, bytes: first.bytes.length }, { ...of, received: 99 })
    await second.writeTo(directory)
    expect((await recovered()).totals).toEqual({ ...of, received: 99 })
  })

  it('count rows as received whose tally is torn off, whichever byte the tear is at', async () => {
    const writer = new SegmentWriter(1)
    writer.rows(A, 1)
    writer.add(RECORD.tally, { ...noRows, received: 2, duplicates: 1 })
    writer.rows(A, 2, 3)
    const tally = writer.add(RECORD.tally, { ...noRows, received: 3, duplicates: 1 })
    for (let length = tally.start; length < tally.end; length++) {
      await writer.writeTo(directory, writer.bytes.subarray(0, length))
      expect((await recovered()).totals, `${length}`).toEqual(totalsOf({ accepted: 3, duplicates: 1 }))
    }
    await writer.writeTo(directory)
    expect((await recovered()).totals).toEqual(totalsOf({ accepted: 3, duplicates: 2 }))
  })

  it('find no difference where damage has taken rows, a tally or both', async () => {
    const writer = new SegmentWriter(1)
    const rows = writer.rows(A, 1)
    const tally = writer.add(RECORD.tally, { ...noRows, received: 2, duplicates: 1 })
    writer.seal(A, rows, rows, 1)
    writer.rows(B, 2)
    writer.add(RECORD.tally, { ...noRows, received: 1 })
    for (const place of [rows, tally, { start: rows.start, end: tally.end }]) {
      await writer.writeTo(directory, damage(writer.bytes, place))
      const { totals } = await recovered()
      expect(totals.accepted).toBe(2)
      expect(totals).toEqual(totalsOf(totals))
    }
  })

  it('of settled segments stand in the header of the one after them', async () => {
    const first = new SegmentWriter(1)
    const a = first.rows(A, 1, 2)
    first.seal(A, a, a, 2)
    await first.writeTo(directory)
    const totals = totalsOf({ accepted: 2, duplicates: 8 })
    const second = new SegmentWriter(2, { number: 1, bytes: first.bytes.length }, totals)
    await second.writeTo(directory)
    expect((await recovered({ segment: 2, offset: second.bytes.length })).totals).toEqual(totals)
  })
})

describe('a spool', () => {
  it('that is new has nothing in it', async () => {
    const { segments, batches, totals, lines } = await recovered()
    expect({ segments, batches, totals, lines }).toEqual({
      segments: [],
      batches: [],
      totals: noRows,
      lines: [],
    })
  })

  it('that a newer version wrote is not touched', async () => {
    const writer = new SegmentWriter(1)
    writer.add(99 as RecordKind, {})
    writer.rows(A, 1)
    await writer.writeTo(directory)
    await expect(recovered()).rejects.toThrow('newer version')
    expect(await readdir(directory)).toHaveLength(1)
  })
})
