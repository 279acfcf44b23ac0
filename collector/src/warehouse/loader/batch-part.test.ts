import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchIdOf, eventIdsOf, rowStarts } from '../../spool/row-block.ts'
import { eventId } from '../../spool/testing/rows.ts'
import { type BatchPart, idsOfParts, splitBatch } from './batch-part.ts'

const id = '11111111-1111-4111-8111-111111111111'

/** A part of so many rows, as the spool keeps them. */
function partOf(count: number, text = '/'): BatchPart {
  const rows = Array.from({ length: count }, (_, n) => `["${id}","${eventId(n)}","${text}"]\n`)
  return { id, rows: Buffer.from(rows.join('')), count }
}

const eventsOf = ({ rows }: BatchPart) => [...eventIdsOf(rows)]

describe('splitBatch', () => {
  it.each([
    [2, 1, 1],
    [3, 2, 1],
    [10, 5, 5],
    [7, 4, 3],
  ])('parts %i rows into %i and %i, in order, losing none', (count, first, second) => {
    const part = partOf(count)
    const halves = splitBatch(part)
    expect(halves.map((half) => half.count)).toEqual([first, second])
    expect(halves.map((half) => [...rowStarts(half.rows)].length)).toEqual([first, second])
    expect(halves.flatMap(eventsOf)).toEqual(eventsOf(part))
  })

  it('gives each half an id of its own, in every row', () => {
    const [first, second] = splitBatch(partOf(6))
    expect(new Set([id, first.id, second.id]).size).toBe(3)
    for (const half of [first, second]) {
      expect(half.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
      for (const start of rowStarts(half.rows)) expect(batchIdOf(half.rows.subarray(start))).toBe(half.id)
    }
  })

  it('makes the very same halves again after a crash', () => {
    expect(splitBatch(partOf(5))).toEqual(splitBatch(partOf(5)))
  })

  it('leaves the batch as it was', () => {
    const part = partOf(4)
    const before = Buffer.from(part.rows)
    splitBatch(part)
    expect(part.rows.equals(before)).toBe(true)
  })

  it('comes down to single rows under different ids, whatever the count and the text', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('/', '🍺', 'é'.repeat(50)),
        (count, text) => {
          const whole = partOf(count, text)
          const single: BatchPart[] = []
          const open = [whole]
          const ids = new Set(idsOfParts(id, count))
          for (let part = open.pop(); part; part = open.pop()) {
            expect(part === whole || ids.delete(part.id)).toBe(true)
            if (part.count === 1) single.unshift(part)
            else open.push(...splitBatch(part))
          }
          expect(single.flatMap(eventsOf)).toEqual(eventsOf(whole))
          expect(new Set(single.map((part) => part.id)).size).toBe(count)
          expect(ids.size).toBe(0)
        },
      ),
      { numRuns: 50 },
    )
  })
})
