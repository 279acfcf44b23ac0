import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { IdWindow, WINDOW_DAYS } from './id-window.ts'
import { eventId } from './testing/rows.ts'

/** The first moment of a day. */
const START = Date.UTC(2026, 10, 20)

function openWindow(maxIds = 1_000) {
  const shortened: number[] = []
  return { window: new IdWindow(maxIds, (ids) => shortened.push(ids)), shortened }
}

/** The same in plain words: ids with their days, and the days in use, which are looked through when one is new. */
class ModelWindow {
  readonly dayOf = new Map<string, number>()
  readonly #days = new Set<number>()

  add(id: string, at: number): boolean {
    if (this.dayOf.has(id)) return false
    const today = Math.floor(at / DAY_MS)
    const isNew = !this.#days.has(today)
    this.#days.add(today)
    for (const day of [...this.#days].toSorted((a, b) => a - b)) {
      if (!isNew || this.#days.size <= 8 || day >= today - 7) break
      this.#days.delete(day)
      for (const [other, its] of this.dayOf) if (its === day) this.dayOf.delete(other)
    }
    this.dayOf.set(id, today)
    return true
  }

  delete(id: string): void {
    this.dayOf.delete(id)
  }
}

describe('IdWindow', () => {
  it('knows an id from its first add on', () => {
    const { window } = openWindow()
    expect(window.has(eventId(1))).toBe(false)
    expect(window.add(eventId(1), START)).toBe(true)
    expect(window.has(eventId(1))).toBe(true)
    expect(window.add(eventId(1), START)).toBe(false)
    expect(window.size).toBe(1)
  })

  it('knows it by either spelling', () => {
    const { window } = openWindow()
    window.add('0193A5C0-7F3E-7ABC-8DEF-0123456789AB', START)
    expect(window.has('0193a5c0-7f3e-7abc-8def-0123456789ab')).toBe(true)
  })

  it('remembers it for seven whole days, however late on its day it came', () => {
    expect(WINDOW_DAYS).toBe(7)
    for (const came of [START, START + DAY_MS - 1]) {
      const { window } = openWindow()
      window.add(eventId(1), came)
      window.add(eventId(2), came + 7 * DAY_MS)
      expect(window.add(eventId(1), came + 7 * DAY_MS)).toBe(false)
      expect(window.size).toBe(2)
    }
  })

  it('forgets it with its day once that is more than seven days back', () => {
    const { window, shortened } = openWindow()
    for (let day = 0; day <= 8; day++) window.add(eventId(day), START + day * DAY_MS)
    expect(window.has(eventId(0))).toBe(false)
    expect(window.has(eventId(1))).toBe(true)
    expect(window.size).toBe(8)
    expect(shortened).toEqual([])
    expect(window.add(eventId(0), START + 8 * DAY_MS)).toBe(true)
  })

  it('forgets nothing for an event of a clock that ran weeks ahead', () => {
    const { window } = openWindow()
    for (let day = 0; day < 7; day++) window.add(eventId(day), START + day * DAY_MS)
    window.add(eventId(100), START + 30 * DAY_MS)
    expect(window.add(eventId(0), START + 6 * DAY_MS)).toBe(false)
    // The clock is right again: days pass as before.
    for (let day = 7; day < 9; day++) window.add(eventId(day), START + day * DAY_MS)
    expect([0, 1, 2].map((day) => window.has(eventId(day)))).toEqual([false, true, true])
  })

  it('lets go of the memory of the days that it forgets', () => {
    const { window } = openWindow(1_000_000)
    for (let n = 0; n < 50_000; n++) window.add(eventId(n), START)
    const full = window.bytes
    for (let day = 1; day <= 8; day++) window.add(eventId(0xffffff - day), START + day * DAY_MS)
    expect(window.size).toBe(8)
    expect(window.bytes).toBeLessThan(full / 2)
  })

  it('takes back an add, on whichever day it was', () => {
    const { window } = openWindow()
    window.add(eventId(1), START)
    window.add(eventId(2), START + DAY_MS)
    window.delete(eventId(1))
    window.delete(eventId(3))
    expect(window.has(eventId(1))).toBe(false)
    expect(window.has(eventId(2))).toBe(true)
    expect(window.size).toBe(1)
    expect(window.add(eventId(1), START + DAY_MS)).toBe(true)
  })

  it('keeps its memory when the clock is set back', () => {
    const { window } = openWindow()
    window.add(eventId(1), START + DAY_MS)
    expect(window.add(eventId(1), START - 3_600_000)).toBe(false)
    expect(window.add(eventId(2), START - 3_600_000)).toBe(true)
    expect(window.add(eventId(2), START + DAY_MS)).toBe(false)
    expect(window.size).toBe(2)
  })

  it('forgets a share of the oldest day early past its bound, and says how many ids that was', () => {
    const { window, shortened } = openWindow(10)
    for (let n = 0; n < 4; n++) window.add(eventId(n), START)
    for (let n = 4; n < 10; n++) window.add(eventId(n), START + DAY_MS)
    expect(window.size).toBe(10)
    expect(shortened).toEqual([])

    expect(window.add(eventId(10), START + DAY_MS)).toBe(true)
    expect(shortened).toEqual([2])
    expect(window.size).toBe(9)
    expect(window.has(eventId(0))).toBe(false)
    expect(window.has(eventId(2))).toBe(true)
  })

  it('does not forget anything early for an id that it knows', () => {
    const { window, shortened } = openWindow(2)
    window.add(eventId(1), START)
    window.add(eventId(2), START + DAY_MS)
    expect(window.add(eventId(1), START + DAY_MS)).toBe(false)
    expect(shortened).toEqual([])
  })

  it('behaves like a map from id to day, whatever comes, goes and in whichever order of days', () => {
    const operation = fc.record({
      kind: fc.constantFrom('add', 'add', 'add', 'delete'),
      n: fc.nat({ max: 30 }),
      // Mostly none, else mostly forward, at times backward.
      hoursAfter: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: -30, max: 100 })),
    })
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 200 }), (operations) => {
        const { window, shortened } = openWindow(1_000)
        const model = new ModelWindow()
        let at = START
        for (const { kind, n, hoursAfter } of operations) {
          expect(window[kind](eventId(n), at)).toBe(model[kind](eventId(n), at))
          at += hoursAfter * 3_600_000
        }
        expect(window.size).toBe(model.dayOf.size)
        for (let n = 0; n <= 30; n++) expect(window.has(eventId(n))).toBe(model.dayOf.has(eventId(n)))
        expect(shortened).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('stays within its bound, give or take the day that is under way', () => {
    const visits = fc.array(fc.tuple(fc.nat({ max: 400 }), fc.nat({ max: 1 })), { maxLength: 200 })
    fc.assert(
      fc.property(visits, (sequence) => {
        const { window, shortened } = openWindow(20)
        const today = new Set<number>()
        let day = 0
        let added = 0
        for (const [n, days] of sequence) {
          if (days > 0) today.clear()
          day += days
          if (window.add(eventId(n), START + day * DAY_MS)) {
            added++
            today.add(n)
          }
          expect(window.size).toBeLessThanOrEqual(Math.max(20, today.size))
          // What was added today is never what is forgotten.
          expect(window.has(eventId(n))).toBe(true)
        }
        expect(window.size).toBeGreaterThanOrEqual(today.size)
        expect(shortened.reduce((sum, ids) => sum + ids, 0)).toBeLessThanOrEqual(added)
      }),
    )
  })

  it('stays within its bound on a single busy day', () => {
    const { window, shortened } = openWindow(100)
    for (let n = 0; n < 10_000; n++) window.add(eventId(n), START + n * 8_000)
    expect(window.size).toBeLessThanOrEqual(100)
    expect(Math.max(...shortened)).toBeGreaterThan(0)
  })
})
