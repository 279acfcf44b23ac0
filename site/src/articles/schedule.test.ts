import { readdirSync } from 'node:fs'
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
  it('has every article that is written', () => {
    const written = readdirSync(new URL('../../content/articles/', import.meta.url))
    expect(SCHEDULE.map(({ slug }) => `${slug}.mdx`).toSorted()).toEqual(written.toSorted())
  })

  it('is in order, newest first, with no two articles on one day', () => {
    const days: number[] = SCHEDULE.map(({ daysAgo }) => daysAgo)
    expect(days).toEqual([...new Set(days)].toSorted((one, other) => one - other))
  })
})
