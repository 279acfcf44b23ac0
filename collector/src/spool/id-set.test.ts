import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IdSet } from './id-set.ts'
import { type Id, parseId } from './id-table.ts'
import { eventId } from './testing/rows.ts'

const nth = (n: number): Id => parseId(eventId(n), new Uint32Array(4))

describe('IdSet', () => {
  it('behaves like a set of texts, in whatever order ids come and go', () => {
    const operation = fc.tuple(fc.constantFrom('add', 'delete', 'has'), fc.nat({ max: 400 }))
    const expected = {
      add: (model: Set<number>, n: number) => !model.has(n) && model.add(n).has(n),
      delete: (model: Set<number>, n: number) => model.delete(n),
      has: (model: Set<number>, n: number) => model.has(n),
    }
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 500 }), (operations) => {
        const set = new IdSet()
        const model = new Set<number>()
        for (const [name, n] of operations) {
          expect(set[name](nth(n)), `${name} ${n}`).toBe(expected[name](model, n))
        }
        expect(set.size).toBe(model.size)
      }),
    )
  })

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

  it('takes between 23 and 46 bytes an id', () => {
    const set = new IdSet()
    for (let n = 0; n < 200_000; n++) {
      set.add(nth(n))
      if (n < 10_000) continue
      const bytes = set.bytes / (n + 1)
      if (bytes < 22.8 || bytes > 46) throw new Error(`${bytes} bytes an id at ${n + 1} ids`)
    }
    expect(set.size).toBe(200_000)
  })
})
