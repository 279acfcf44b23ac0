import { LAUNCH_HOURS } from '@half-measure/shared/stats/launch-curve.ts'
import { describe, expect, it } from 'vitest'
import { cumulative, quartilesOf } from './launch-curve.ts'

describe('cumulative', () => {
  it('adds up over the hours requested, including those without a view', () => {
    const views = new Map([
      [0, 2],
      [3, 5],
      [9, 1],
    ])
    expect(cumulative(views, 5)).toEqual([2, 2, 2, 7, 7])
    expect(cumulative(undefined, 2)).toEqual([0, 0])
    expect(cumulative(views, 0)).toEqual([])
  })
})

describe('the quartiles of curves', () => {
  const curve = (perHour: number) => Array.from({ length: LAUNCH_HOURS }, (_, hour) => perHour * (hour + 1))

  it('are those of each hour', () => {
    const found = quartilesOf([curve(4), curve(1), curve(3), curve(2), curve(5)])
    expect(found?.articles).toBe(5)
    expect([found?.low[0], found?.median[0], found?.high[0]]).toEqual([2, 3, 4])
    expect([found?.low.at(-1), found?.median.at(-1), found?.high.at(-1)]).toEqual(
      [2, 3, 4].map((views) => views * LAUNCH_HOURS),
    )
    // Between two articles where no one stands at the place.
    expect(quartilesOf([curve(1), curve(2), curve(3), curve(4)])?.median[0]).toBe(2.5)
  })

  it('are none of too few', () => {
    expect(quartilesOf([curve(1), curve(2), curve(3)])).toBeNull()
  })
})
