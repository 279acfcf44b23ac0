import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closedStretch } from './closed-stretch.ts'

const DAY_S = 86_400
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const daysOf = (numbers: readonly number[]) => numbers.map((day) => ({ day: day * DAY_S, version: day }))
const FROM_10_TO_20 = daysOf(Array.from({ length: 11 }, (_, i) => 10 + i))
const range = (from: number, to: number) => ({ from: from * DAY_MS, to: to * DAY_MS })

describe('closedStretch', () => {
  it('begins a day after the first, whose visits may have begun the day before', () => {
    expect(closedStretch(FROM_10_TO_20, range(0, 100))).toEqual({
      from: 11 * DAY_MS,
      to: 21 * DAY_MS,
      versions: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
    })
  })

  it('is cut to the hours of the range', () => {
    const stretch = closedStretch(FROM_10_TO_20, {
      from: 13 * DAY_MS + 22.5 * HOUR_MS,
      to: 16 * DAY_MS + 5.5 * HOUR_MS,
    })
    expect(stretch).toEqual({
      from: 13 * DAY_MS + 23 * HOUR_MS,
      to: 16 * DAY_MS + 5 * HOUR_MS,
      versions: [12, 13, 14, 15, 16],
    })
  })

  it('is the longest without a gap', () => {
    const days = daysOf([1, 2, 3, 4, 6, 7, 8, 9, 10, 12])
    expect(closedStretch(days, range(0, 100))).toMatchObject({ from: 7 * DAY_MS, to: 11 * DAY_MS })
  })

  it.each([
    ['no day is closed', [], range(0, 100)],
    ['the range lies elsewhere', [1, 2, 3, 4], range(50, 60)],
    ['it would be shorter than a day', [1, 2, 3, 4], { from: 3 * DAY_MS + 1, to: 4 * DAY_MS }],
    ['only one day is closed', [5], range(0, 100)],
  ])('is none where %s', (_, days, asked) => {
    expect(closedStretch(daysOf(days), asked)).toBeUndefined()
  })

  it('lies in the range, on whole hours, and has every day that it touches and the one before', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(40), { maxLength: 40 }),
        fc.nat(40 * DAY_MS),
        fc.nat(40 * DAY_MS),
        (days, from, length) => {
          const stretch = closedStretch(daysOf(days.toSorted((a, b) => a - b)), { from, to: from + length })
          if (!stretch) return
          expect(stretch.from).toBeGreaterThanOrEqual(from)
          expect(stretch.to).toBeLessThanOrEqual(from + length)
          expect([stretch.from % HOUR_MS, stretch.to % HOUR_MS]).toEqual([0, 0])
          const [first, last] = [Math.floor(stretch.from / DAY_MS), Math.ceil(stretch.to / DAY_MS) - 1]
          const touched = Array.from({ length: last - first + 2 }, (_, i) => first - 1 + i)
          expect(stretch.versions).toEqual(touched)
        },
      ),
    )
  })
})
