import { describe, expect, it } from 'vitest'
import { neighbours, SCHEDULE } from './schedule.ts'

describe('neighbours', () => {
  it.each([
    ['3pm-slump', undefined, 'grandfather-drank-better'],
    ['brussels-changed-everything', 'grandfather-drank-better', undefined],
    ['sleep-disrupted', undefined, 'brewery-lying'],
    ['pine-beer', 'professional-day-drinking', 'friday-ritual-cost'],
    ['wednesday-friday', 'optimization-trap', 'brussels-changed-everything'],
  ] as const)('of %s are %s and %s', (slug, previous, next) => {
    expect(neighbours(slug).previous?.slug).toBe(previous)
    expect(neighbours(slug).next?.slug).toBe(next)
  })

  it('names the last one after its city', () => {
    expect(neighbours('wednesday-friday').next?.label).toBe('Brussels')
  })
})

describe('the schedule', () => {
  it('knows 18 articles, no two on one day', () => {
    expect(SCHEDULE).toHaveLength(18)
    expect(new Set(SCHEDULE.map(({ daysAgo }) => daysAgo)).size).toBe(18)
  })
})
