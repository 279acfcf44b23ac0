import { readStatsQuery } from '@half-measure/shared/stats/engine/stats-query-url.ts'
import { type Filter, StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { describe, expect, it } from 'vitest'
import type { Day } from '../time/day.ts'
import { periodOf } from '../time/period.ts'
import { statsUrl } from './stats.ts'

describe('the API address of a figure', () => {
  const day = '2026-11-20' as Day
  const period = periodOf({ kind: 'days', from: day, to: day }, day)
  const urlWith = (value: string) => {
    const filters: Filter[] = [{ operator: 'is', dimension: 'page', values: [value] }]
    return { url: statsUrl({ metrics: ['clicks'], filters }, period), filters }
  }

  it('can be read by people', () => {
    expect(urlWith('/stories').url).toContain('f=is,page,/stories')
  })

  it.each(['/a&b', '/a#b', '/100%', '/a%2Cb', '/a+b', '/a b'])('asks for %s as it is', (value) => {
    const { url, filters } = urlWith(value)
    const { searchParams } = new URL(url, 'https://dashboard.test')
    expect(StatsQuery.parse(readStatsQuery(searchParams)).filters).toEqual(filters)
  })
})
