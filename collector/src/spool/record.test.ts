import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EVENT_TABLES } from '../events/event-tables.ts'
import { FRAME_BYTES, MAX_BODY_BYTES, readRecord, RECORD, RecordBuffer, scanRecords } from './record.ts'
import { decodeRows } from './row-block.ts'
import { eventId, row, sessionId } from './testing/rows.ts'

const batchId = eventId(0xba7c4)

/** Each text as a record of its own. */
function recordsOf(...texts: string[]): Buffer {
  const buffer = new RecordBuffer()
  for (const text of texts) buffer.addJson(RECORD.tally, text)
  return Buffer.from(buffer.bytes)
}

/** What a scan makes of the bytes: a record's text, or `damage` and its length. */
function scanned(bytes: Buffer): unknown[] {
  return [...scanRecords(bytes)].map((item) =>
    item.kind === 'damage'
      ? `damage ${item.end - item.start}`
      : (JSON.parse(item.payload.toString()) as unknown),
  )
}

describe('a record', () => {
  it('is read back with its kind, its payload and its place', () => {
    const buffer = new RecordBuffer()
    buffer.addJson(RECORD.header, { number: 1 })
    const first = buffer.length
    buffer.addJson(RECORD.seal, { id: batchId })

    const header = readRecord(buffer.bytes, 0)
    expect(header).toMatchObject({ kind: RECORD.header, start: 0, end: first })
    expect(header?.payload.toString()).toBe('{"number":1}')
    const seal = readRecord(buffer.bytes, first)
    expect(seal).toMatchObject({ kind: RECORD.seal, start: first, end: buffer.length })
  })

  it('of rows holds their table, their count and the final bytes, each row stamped with its batch', () => {
    const buffer = new RecordBuffer()
    const texts = ['/articles/pine-beer', 'Größe 麦 🍺 "quoted" \\ \n line', '\u0000\u001f']
    for (const [code] of EVENT_TABLES.entries()) {
      buffer.addRows(
        code,
        texts.map((text, n) => row(n, text)),
        batchId,
      )
    }
    const records = [...scanRecords(buffer.bytes)]
    expect(records).toHaveLength(EVENT_TABLES.length)
    for (const [code, record] of records.entries()) {
      if (record.kind === 'damage') throw new Error('nothing is damaged')
      const { table, count, bytes } = decodeRows(record.payload)
      expect([table, count]).toEqual([EVENT_TABLES[code], texts.length])
      const lines = bytes.toString().split('\n')
      expect(lines.pop()).toBe('')
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
        texts.map((text, n) => [batchId, eventId(n), sessionId(n), text]),
      )
    }
  })

  it('survives the growth of its buffer', () => {
    const texts = Array.from({ length: 40 }, (_, n) => '麦'.repeat(n * 700))
    expect(scanned(recordsOf(...texts))).toEqual(texts)
  })

  it('is forgotten when the buffer is cleared', () => {
    const buffer = new RecordBuffer()
    buffer.addJson(RECORD.tally, 'a long text of the first group')
    buffer.clear()
    expect(buffer.length).toBe(0)
    buffer.addJson(RECORD.tally, 'b')
    expect(scanned(buffer.bytes)).toEqual(['b'])
  })

  it('that is cut at any byte is no record', () => {
    const bytes = recordsOf('a tally')
    for (let length = 0; length < bytes.length; length++) {
      expect(readRecord(bytes.subarray(0, length), 0), `cut at ${length}`).toBeUndefined()
    }
    expect(readRecord(bytes, 0)).toBeDefined()
  })

  it('with any single bit flipped is no record', () => {
    const bytes = recordsOf('a tally')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const damaged = Buffer.from(bytes)
      damaged.writeUInt8(damaged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(readRecord(damaged, 0), `bit ${bit}`).toBeUndefined()
    }
  })

  it('longer than any that is written is damage, however large its file', () => {
    const bytes = Buffer.alloc(MAX_BODY_BYTES + 1024)
    bytes.writeUInt32LE(MAX_BODY_BYTES + 1)
    expect(readRecord(bytes, 0)).toBeUndefined()
  })

  it('of no bytes is damage, so that zeros are never taken for records', () => {
    expect(scanned(Buffer.alloc(4096))).toEqual(['damage 4096'])
  })
})

describe('a scan', () => {
  const bytes = recordsOf('one', 'two', 'three')
  const size = recordsOf('one').length

  it('of nothing finds nothing', () => {
    expect(scanned(Buffer.alloc(0))).toEqual([])
  })

  it('finds the records around a damaged one, whichever of its bytes is wrong', () => {
    for (let at = size; at < 2 * size; at++) {
      const damaged = Buffer.from(bytes)
      damaged.writeUInt8(damaged.readUInt8(at) ^ 0xff, at)
      expect(scanned(damaged), `byte ${at}`).toEqual(['one', `damage ${size}`, 'three'])
    }
  })

  it('reports a torn tail as damage that reaches the end', () => {
    const start = bytes.length - recordsOf('three').length
    for (let length = start + 1; length < bytes.length; length++) {
      expect(scanned(bytes.subarray(0, length))).toEqual(['one', 'two', `damage ${length - start}`])
    }
  })

  it('reports less than a frame at the end as damage', () => {
    for (let extra = 1; extra <= FRAME_BYTES; extra++) {
      const tail = Buffer.alloc(extra, 7)
      expect(scanned(Buffer.concat([bytes, tail]))).toEqual(['one', 'two', 'three', `damage ${extra}`])
    }
  })

  it('never takes a sender’s text for a record, not even inside a damaged one', () => {
    const forged = recordsOf('forged').toString('latin1')
    const buffer = new RecordBuffer()
    buffer.addRows(0, [row(1, forged), row(2, forged)], batchId)
    const damaged = Buffer.from(buffer.bytes)
    damaged.writeUInt8(damaged.readUInt8(FRAME_BYTES) ^ 1, FRAME_BYTES)
    expect([...scanRecords(damaged)]).toEqual([{ kind: 'damage', start: 0, end: damaged.length }])
  })

  it('finds every record that the damage does not touch, and covers each byte once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 40 }), { minLength: 1, maxLength: 12 }),
        fc.nat(),
        fc.uint8Array({ minLength: 1, maxLength: 60 }),
        (texts, place, noise) => {
          const whole = recordsOf(...texts)
          const from = place % whole.length
          const damaged = Buffer.from(whole)
          damaged.set(noise.subarray(0, whole.length - from), from)
          const firstWrong = whole.findIndex((byte, i) => byte !== damaged[i])
          const lastWrong = whole.findLastIndex((byte, i) => byte !== damaged[i])

          const intact = [...scanRecords(whole)].filter(
            ({ start, end }) => firstWrong < 0 || end <= firstWrong || start > lastWrong,
          )
          const found = [...scanRecords(damaged)]
          expect(found.filter(({ kind }) => kind !== 'damage').map(({ start, end }) => [start, end])).toEqual(
            intact.map(({ start, end }) => [start, end]),
          )
          let next = 0
          for (const { start, end } of found) {
            expect(start).toBe(next)
            next = end
          }
          expect(next).toBe(damaged.length)
        },
      ),
    )
  })
})
