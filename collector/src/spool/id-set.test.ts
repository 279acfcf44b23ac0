import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IdSet } from './id-set.ts'
import { type Id, IdTable, parseId } from './id-table.ts'
import { eventId } from './testing/rows.ts'

const nth = (n: number): Id => parseId(eventId(n), new Uint32Array(4))

describe.each([
  // Few ids and a small table: probing chains meet, wrap round the end, and are cut by deletions.
  { name: 'IdTable', make: () => new IdTable(), most: 40, grown: 2_000 },
  { name: 'IdSet', make: () => new IdSet(), most: 400, grown: 10_000 },
])('$name', ({ make, most, grown }) => {
  it('behaves like a set of texts, in whatever order ids come and go', () => {
    const operation = fc.tuple(fc.constantFrom('add', 'delete', 'has'), fc.nat({ max: most }))
    const expected = {
      add: (model: Set<number>, n: number) => !model.has(n) && model.add(n).has(n),
      delete: (model: Set<number>, n: number) => model.delete(n),
      has: (model: Set<number>, n: number) => model.has(n),
    }
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 500 }), (operations) => {
        const set = make()
        const model = new Set<number>()
        for (const [name, n] of operations) {
          expect(set[name](nth(n)), `${name} ${n}`).toBe(expected[name](model, n))
        }
        expect(set.size).toBe(model.size)
        for (let n = 0; n <= most; n++) expect(set.has(nth(n))).toBe(model.has(n))
      }),
      { numRuns: 300 },
    )
  })

  it('takes between 20 and 25 bytes an id once it has grown', () => {
    const set = make()
    for (let n = 0; n < 200_000; n++) {
      set.add(nth(n))
      if (n < grown) continue
      const bytes = set.bytes / set.size
      if (bytes < 19.9 || bytes > 25.1) throw new Error(`${bytes} bytes an id at ${n + 1} ids`)
    }
    expect(set.size).toBe(200_000)
  })
})

describe('IdSet', () => {
  it('grows a part at a time', () => {
    const set = new IdSet()
    for (let n = 0; n < 20_000; n++) set.add(nth(n))
    for (let n = 20_000; n < 200_000; n++) {
      const before = set.bytes
      set.add(nth(n))
      if (set.bytes > before * 1.05) throw new Error(`${set.bytes - before} bytes more at ${n + 1} ids`)
    }
    expect(set.size).toBe(200_000)
  })
})
