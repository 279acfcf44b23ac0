import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@half-measure/shared/durations.ts'
import { timeRangesOf } from './time-ranges.ts'

it('joins minutes until they have as many rows as a range may have', () => {
  expect(timeRangesOf([], 10)).toEqual([])
  const minutes = [4, 6, 1, 30, 2].map((rows, i) => ({ at: i * MINUTE_MS, rows }))
  expect(timeRangesOf(minutes, 10).map(({ from, to }) => [from / MINUTE_MS, to / MINUTE_MS])).toEqual([
    [0, 2],
    [2, 3],
    // One minute is never divided.
    [3, 4],
    [4, 5],
  ])
})

it('covers what lies between minutes with rows, so that nothing can arrive outside', () => {
  const minutes = [0, 7].map((minute) => ({ at: minute * MINUTE_MS, rows: 1 }))
  expect(timeRangesOf(minutes, 10)).toMatchObject([{ from: 0, to: 8 * MINUTE_MS }])
})

it('covers every hour once, in order, whatever their sizes and gaps', () => {
  const some = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 30 })))
  fc.assert(
    fc.property(some, (steps) => {
      let time = 0
      const given = steps.map(([gap, rows]) => ({ at: (time += gap * HOUR_MS), rows }))
      const found = timeRangesOf(given, 20, HOUR_MS)
      for (const { at } of given) {
        expect(found.filter(({ from, to }) => from <= at && at + HOUR_MS <= to)).toHaveLength(1)
      }
      for (const [i, { from }] of found.entries()) expect(from).toBeGreaterThanOrEqual(found[i - 1]?.to ?? 0)
    }),
  )
})
