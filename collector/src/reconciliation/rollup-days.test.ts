import { describe, expect, it } from 'vitest'
import { stretches } from './rollup-days.ts'

const DAY_S = 86_400
const days = (count: number) => Array.from({ length: count }, (_, i) => i * DAY_S)

function lengths(count: number, rowsADay: number): number[] {
  const all = days(count)
  const parts = stretches(all, new Map(all.map((day) => [day, rowsADay])))
  expect(parts.flat()).toEqual(all)
  return parts.map(({ length }) => length)
}

describe('days whose rollups are made anew', () => {
  it('are taken together while they have few rows, a month of them at most', () => {
    expect(lengths(0, 1)).toEqual([])
    expect(lengths(5, 0)).toEqual([5])
    expect(lengths(70, 10)).toEqual([31, 31, 8])
    expect(lengths(10, 100_000)).toEqual([2, 2, 2, 2, 2])
  })

  it('are taken one by one where each has many, and none is left out for having too many', () => {
    expect(lengths(3, 5_000_000)).toEqual([1, 1, 1])
  })

  it('that only a rollup knows count as empty', () => {
    expect(stretches(days(3), new Map([[DAY_S, 250_000]]))).toEqual([days(3)])
  })
})
