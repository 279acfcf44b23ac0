import { expect, it } from 'vitest'
import { timeRangesOf } from './time-ranges.ts'

const MINUTE = 60_000

it('joins minutes until they have as many rows as a range may have', () => {
  expect(timeRangesOf([], 10)).toEqual([])
  const minutes = [4, 6, 1, 30, 2].map((rows, i) => ({ at: i * MINUTE, rows }))
  expect(timeRangesOf(minutes, 10).map(({ from, to }) => [from / MINUTE, to / MINUTE])).toEqual([
    [0, 2],
    [2, 3],
    // One minute is never divided.
    [3, 4],
    [4, 5],
  ])
})

it('covers what lies between minutes with rows, so that nothing can arrive outside', () => {
  const minutes = [0, 7].map((minute) => ({ at: minute * MINUTE, rows: 1 }))
  expect(timeRangesOf(minutes, 10)).toMatchObject([{ from: 0, to: 8 * MINUTE }])
})
