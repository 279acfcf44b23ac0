import { describe, expect, it } from 'vitest'
import { type Id, IdTable, parseId } from './id-table.ts'
import { eventId } from './testing/rows.ts'

const idOf = (uuid: string): Id => parseId(uuid, new Uint32Array(4))

/** The n-th id; ids of neighbours differ in one word only. */
const nth = (n: number): Id => idOf(eventId(n))

describe('parseId', () => {
  it('reads the 32 digits as four words', () => {
    expect([...idOf('01234567-89ab-cdef-0123-456789abcdef')]).toEqual([
      0x01234567, 0x89abcdef, 0x01234567, 0x89abcdef,
    ])
    expect([...idOf('ffffffff-ffff-ffff-ffff-ffffffffffff')]).toEqual(Array(4).fill(0xffffffff))
  })

  it('reads capitals as small letters', () => {
    expect(idOf('0193A5C0-7F3E-7ABC-8DEF-0123456789AB')).toEqual(idOf('0193a5c0-7f3e-7abc-8def-0123456789ab'))
  })

  it('never ends with 0, which marks an empty slot', () => {
    for (const uuid of ['00000000-0000-0000-0000-000000000000', '01234567-89ab-cdef-0123-456700000000']) {
      expect(idOf(uuid)[3]).not.toBe(0)
    }
  })

  it('writes over what was there, and returns it', () => {
    const into = new Uint32Array([1, 2, 3, 4])
    expect(parseId('01234567-89ab-cdef-0123-456789abcdef', into)).toBe(into)
    expect(into[0]).toBe(0x01234567)
  })

  it('tells apart ids that differ in one digit, wherever', () => {
    const base = '01234567-89ab-4def-8123-456789abcdef'
    const ids = new Set([idOf(base).join()])
    for (const [place, character] of Array.from(base).entries()) {
      if (character === '-') continue
      const other = character === '0' ? '1' : '0'
      ids.add(idOf(base.slice(0, place) + other + base.slice(place + 1)).join())
    }
    expect(ids.size).toBe(33)
  })
})

describe('IdTable', () => {
  it('knows what was added, once', () => {
    const set = new IdTable()
    expect(set.has(nth(1))).toBe(false)
    expect(set.add(nth(1))).toBe(true)
    expect(set.add(nth(1))).toBe(false)
    expect(set.has(nth(1))).toBe(true)
    expect(set.has(nth(2))).toBe(false)
    expect(set.size).toBe(1)
  })

  it('forgets what was deleted, and nothing else', () => {
    const set = new IdTable()
    set.add(nth(1))
    set.add(nth(2))
    expect(set.delete(nth(3))).toBe(false)
    expect(set.delete(nth(1))).toBe(true)
    expect(set.delete(nth(1))).toBe(false)
    expect(set.has(nth(1))).toBe(false)
    expect(set.has(nth(2))).toBe(true)
    expect(set.size).toBe(1)
  })

  it('does not hold on to the array that an id came in', () => {
    const set = new IdTable()
    const id = nth(1)
    set.add(id)
    parseId(eventId(2), id)
    expect(set.has(nth(1))).toBe(true)
    expect(set.has(nth(2))).toBe(false)
  })

  it('grows past its first table without losing an id', () => {
    const set = new IdTable()
    const first = set.bytes
    for (let n = 0; n < 20_000; n++) expect(set.add(nth(n))).toBe(true)
    for (let n = 0; n < 20_000; n++) if (!set.has(nth(n))) throw new Error(`lost ${n}`)
    for (let n = 20_000; n < 40_000; n++) if (set.has(nth(n))) throw new Error(`made up ${n}`)
    expect(set.size).toBe(20_000)
    expect(set.bytes).toBeGreaterThan(first)
  })

  it('stays small where as many ids go as come', () => {
    const set = new IdTable()
    const before = set.bytes
    for (let n = 0; n < 10_000; n++) {
      set.add(nth(n))
      expect(set.delete(nth(n))).toBe(true)
    }
    expect(set.size).toBe(0)
    expect(set.bytes).toBe(before)
  })
})
