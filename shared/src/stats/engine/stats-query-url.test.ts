import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PagePath } from '../../events/common.ts'
import { problemsOf } from '../../testing/problems-of.ts'
import { COMPARISONS } from './comparison.ts'
import { Dimension } from './dimensions.ts'
import { readFilter, writeFilter } from './filter-text.ts'
import { Metric } from './metrics.ts'
import { FILTER_OPERATORS, StatsQuery } from './stats-query.ts'
import { readStatsQuery, statsParameter, writeStatsQuery } from './stats-query-url.ts'

const week = 'from=2026-11-13T00:00:00.000Z&to=2026-11-20T00:00:00.000Z'
const parseQuery = (query: string) =>
  StatsQuery.parse(readStatsQuery(new URLSearchParams(`${week}&${query}`)))
const problems = (query: string) =>
  problemsOf(StatsQuery, readStatsQuery(new URLSearchParams(`${week}&${query}`)))

it.each([
  ['', ['from', 'to']],
  [`${week}&bots=some`, ['bots']],
  [`${week}&by=colour`, ['by']],
  [`${week}&f=near,page,/`, ['f']],
  [`${week}&metrics=sessions,beauty&limit=x&order=beauty`, ['metrics', 'order', 'limit']],
])('problems are of parameters: %s', (query, names) => {
  const { error } = StatsQuery.safeParse(readStatsQuery(new URLSearchParams(query)))
  expect(error?.issues.map(({ path }) => statsParameter(path))).toEqual(names)
})

describe('readStatsQuery', () => {
  it('has defaults for everything but the range', () => {
    expect(parseQuery('')).toEqual({
      range: {
        from: '2026-11-13T00:00:00.000Z',
        to: '2026-11-20T00:00:00.000Z',
        tz: 'Europe/London',
        bots: 'exclude',
      },
      metrics: ['page_views', 'sessions'],
      filters: [],
      limit: 10,
      offset: 0,
    })
    expect(problemsOf(StatsQuery, readStatsQuery(new URLSearchParams()))).toEqual(['range.from', 'range.to'])
  })

  it('reads filters as people write them', () => {
    expect(parseQuery('f=is,page,/a|/b&f=contains,referrer,news').filters).toEqual([
      { operator: 'is', dimension: 'page', values: ['/a', '/b'] },
      { operator: 'contains', dimension: 'referrer', values: ['news'] },
    ])
  })

  it('reads a filter by the longest path of a page', () => {
    const path = `/${'a'.repeat(1_999)}`
    expect(PagePath.safeParse(path).success).toBe(true)
    expect(parseQuery(`f=is,page,${path}`).filters).toEqual([
      { operator: 'is', dimension: 'page', values: [path] },
    ])
    expect(PagePath.safeParse(`${path}a`).success).toBe(false)
    expect(problems(`f=is,page,${path}a`)).toEqual(['filters.0.values.0'])
  })

  it.each([
    ['metrics=page_views,visitors', 'metrics.1'],
    ['metrics=', 'metrics.0'],
    ['by=colour', 'dimension'],
    ['by=page&interval=day', 'interval'],
    ['f=like,page,/a', 'filters.0.operator'],
    ['f=is,colour,red', 'filters.0.dimension'],
    ['f=is', 'filters.0.dimension'],
    ['compare=always', 'compare'],
    ['compare=2026-02-01..2026-02-30', 'compare'],
    ['compare=2026-02-02..2026-02-01', 'compare'],
    ['compare=0001-01-01..2026-02-01', 'compare'],
    ['compare=2026-02-01', 'compare'],
    ['order=-clicks', 'order'],
    ['order=-page_views', 'order'],
    ['search=pine&interval=day', 'search'],
    ['limit=0', 'limit'],
    ['limit=ten', 'limit'],
    ['offset=-1', 'offset'],
  ])('refuses %s at its place', (query, path) => {
    expect(problems(query)).toContain(path)
  })
})

const filter = fc.record({
  operator: fc.constantFrom(...FILTER_OPERATORS),
  dimension: fc.constantFrom(...Dimension.options),
  values: fc.array(fc.string({ maxLength: 30, unit: 'binary' }), { minLength: 1, maxLength: 4 }),
})

describe('writeStatsQuery', () => {
  it('is read back as it was', () => {
    const query = fc.record(
      {
        range: fc.constant(parseQuery('').range),
        metrics: fc.uniqueArray(fc.constantFrom(...Metric.options), { minLength: 1 }),
        dimension: fc.constantFrom(...Dimension.options),
        filters: fc.array(filter, { maxLength: 3 }),
        compare: fc.constantFrom(...COMPARISONS, '2026-02-01..2026-02-28' as const),
        search: fc.string({ maxLength: 20 }),
        limit: fc.integer({ min: 1, max: 1_000 }),
        offset: fc.integer({ min: 0, max: 500 }),
      },
      { requiredKeys: ['range', 'metrics', 'filters', 'limit', 'offset'] },
    )
    fc.assert(
      fc.property(query, ({ search, ...given }) => {
        const parsed = StatsQuery.parse({
          ...given,
          ...(given.dimension && search !== undefined && { search }),
        })
        expect(
          StatsQuery.parse(readStatsQuery(new URLSearchParams(writeStatsQuery(parsed).toString()))),
        ).toEqual(parsed)
      }),
    )
  })
})

describe('writeFilter', () => {
  it('keeps values with every separator in them', () => {
    const given = {
      operator: 'is' as const,
      dimension: 'page' as const,
      values: ['a,b', 'a|b', 'a\\', '\\|', ''],
    }
    expect(readFilter(writeFilter(given))).toEqual(given)
  })
})
