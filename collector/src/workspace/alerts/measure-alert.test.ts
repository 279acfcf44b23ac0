import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import type { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { describe, expect, it } from 'vitest'
import { aStatsResult } from '../../testing/stats-result.ts'
import { changeOf, isRaised, measureAlert } from './measure-alert.ts'

it.each([
  [12, 10, 20],
  [5, 10, -50],
  [0, 10, -100],
] as const)('%s after %s is a change of %s percent', (figure, before, expected) => {
  expect(changeOf(figure, before)).toBeCloseTo(expected)
})

it.each([
  [5, 0],
  [null, 10],
  [10, null],
] as const)('%s after %s is an unknown change', (figure, before) => {
  expect(changeOf(figure, before)).toBeNull()
})

const WEEK = 7 * 24 * 60
/** All events up to this moment are loaded. */
const LOADED = { provenance: { as_of: '2099-01-01T00:00:00.000Z' } }
const delivery = () => Promise.reject(new Error('is not requested'))

it.each([
  // Clocks go forward on 28 March 2027, and back on 31 October.
  ['an hour across the change', '2027-03-28T01:30:00Z', 60, '2027-03-21T01:30:00Z', '2027-03-21T02:30:00Z'],
  ['a week in spring', '2027-03-31T09:00:00Z', WEEK, '2027-03-17T10:00:00Z', '2027-03-24T10:00:00Z'],
  ['a week in autumn', '2027-11-03T10:00:00Z', WEEK, '2027-10-20T09:00:00Z', '2027-10-27T09:00:00Z'],
  ['any other week', '2027-06-30T09:00:00Z', WEEK, '2027-06-16T09:00:00Z', '2027-06-23T09:00:00Z'],
])('%s is compared with as long a time, a week before by the clock', async (_, at, minutes, from, to) => {
  const ranges: StatsQuery['range'][] = []
  const rule = { metric: 'page_views', comparison: 'down', window_minutes: minutes, filters: [] } as const
  const runStatsQuery = async ({ range }: StatsQuery) => {
    ranges.push(range)
    return {
      totals: { figures: { page_views: 20 / ranges.length } },
      counted_since: '2027-01-01T00:00:00Z',
      rows: [],
      ...LOADED,
    } as unknown as StatsResult
  }
  const sources = { runStatsQuery, delivery }
  const measured = await measureAlert(sources, { ...rule, filters: [] }, new Date(at))
  expect(measured).toEqual({ figure: 20, before: 10, value: 100 })
  const iso = (text: string) => new Date(text).toISOString()
  expect(ranges).toMatchObject([{ to: iso(at) }, { from: iso(from), to: iso(to) }])
})

it('knows no change since a week in which counting had only begun', async () => {
  const result = {
    totals: { figures: { sessions: 700 } },
    rows: [],
    counted_since: '2026-11-02T09:00:00Z',
    ...LOADED,
  }
  const sources = {
    runStatsQuery: () => Promise.resolve(result as unknown as StatsResult),
    delivery,
  }
  const rule = { metric: 'sessions', comparison: 'up', window_minutes: WEEK, filters: [] } as const
  const measuredAt = (at: string) => measureAlert(sources, { ...rule, filters: [] }, new Date(at))
  expect(await measuredAt('2026-11-12T12:00:00Z')).toEqual({ figure: 700, before: null, value: null })
  expect(await measuredAt('2026-11-16T12:00:00Z')).toEqual({ figure: 700, before: 700, value: 0 })
})

it('measures the goals that carry a value beside a change of estimated value, for chance is judged by counts', async () => {
  const rowsOf = (clicks: number) => [
    { key: 'newsletter_signup', figures: { revenue: 0, goals: 200 } },
    { key: 'affiliate_click', figures: { revenue: 5 * clicks, goals: clicks } },
  ]
  const weeks = [20, 60]
  const sources = {
    runStatsQuery: async ({ metrics, dimension }: StatsQuery) => {
      expect({ metrics, dimension }).toEqual({ metrics: ['revenue', 'goals'], dimension: 'event_type' })
      const clicks = weeks.shift() ?? 0
      const totals = { figures: { revenue: 5 * clicks, goals: 200 + clicks } }
      return { totals, rows: rowsOf(clicks), counted_since: '2026-01-01T00:00:00Z', ...LOADED } as StatsResult
    },
    delivery,
  }
  const rule = { metric: 'revenue', comparison: 'down', window_minutes: 60, filters: [] } as const
  expect(
    await measureAlert(sources, { ...rule, filters: [] }, new Date('2026-11-12T12:00:00Z')),
  ).toMatchObject({ figure: 100, before: 300, counts: { figure: 20, before: 60 } })
})

it.each(['bounce_rate', 'session_duration', 'conversion_rate', 'read_75'] as const)(
  'does not know the %s of fewer than 100 sessions',
  async (metric) => {
    const measured = (sessions: number) => {
      const runStatsQuery = async ({ metrics }: StatsQuery, minSessions = 0) => {
        expect(metrics).toEqual([metric])
        return {
          totals: { figures: { [metric]: sessions < minSessions ? null : 60 } },
          rows: [],
          ...LOADED,
        } as unknown as StatsResult
      }
      const rule = { metric, comparison: 'above', window_minutes: 60, filters: [] } as const
      return measureAlert({ runStatsQuery, delivery }, { ...rule, filters: [] }, new Date())
    }
    expect(await measured(99)).toEqual({ figure: null, before: null, value: null, missing: 'sessions' })
    expect(await measured(100)).toEqual({ figure: 60, before: null, value: 60 })
  },
)

describe('a figure that is not complete', () => {
  const AT = '2026-11-12T12:00:00.000Z'
  const measured = (
    comparison: 'below' | 'above' | 'down' | 'up',
    {
      counted_since = '2026-01-01T00:00:00.000Z',
      as_of = AT,
    }: { counted_since?: string | null; as_of?: string },
  ) => {
    const runStatsQuery = async () =>
      aStatsResult({
        totals: { figures: { page_views: 3 } },
        counted_since,
        provenance: { ...aStatsResult({}).provenance, as_of },
      })
    const rule = { metric: 'page_views', comparison, window_minutes: 60, filters: [] } as const
    return measureAlert({ runStatsQuery, delivery }, { ...rule, filters: [] }, new Date(AT))
  }

  it.each(['below', 'above', 'down', 'up'] as const)(
    'says nothing about “%s” while events of the window are waiting to be loaded',
    async (comparison) => {
      const late = await measured(comparison, { as_of: '2026-11-12T11:57:00.000Z' })
      expect(late).toEqual({ figure: 3, before: null, value: null, missing: 'events' })
      // The loader is always a moment behind.
      expect(await measured(comparison, { as_of: '2026-11-12T11:59:00.000Z' })).not.toHaveProperty('missing')
    },
  )

  it.each(['2026-11-12T11:01:00.000Z', null])(
    'is not too low where counting began at %s, within the window; it can be too high',
    async (counted_since) => {
      expect(await measured('below', { counted_since })).toMatchObject({ value: null, missing: 'counting' })
      expect(await measured('above', { counted_since })).toEqual({ figure: 3, before: null, value: 3 })
    },
  )
})

describe('isRaised', () => {
  const metric = 'page_views'
  const above = { metric, comparison: 'above', threshold: 100 } as const
  const below = { metric, comparison: 'below', threshold: 100 } as const
  const of = (figure: number | null) => ({ figure, before: null, value: figure })
  /** A change of so many percent, of counts that are large enough. */
  const changeOfMany = (value: number) => ({ figure: 10_000 * (1 + value / 100), before: 10_000, value })

  it.each([
    [above, 100, false, false],
    [above, 100.1, false, true],
    [above, 95, true, true],
    [above, 90, true, false],
    [below, 100, false, false],
    [below, 99.9, false, true],
    [below, 105, true, true],
    [below, 110, true, false],
    [{ metric, comparison: 'below', threshold: 1 } as const, 1, true, false],
    [{ metric, comparison: 'below', threshold: 2 } as const, 2, true, true],
    [{ metric, comparison: 'below', threshold: 2 } as const, 3, true, false],
    [{ metric, comparison: 'above', threshold: 2 } as const, 1, true, false],
    [{ metric, comparison: 'below', threshold: 50 } as const, 56, true, true],
    [{ metric, comparison: 'below', threshold: 50 } as const, 57, true, false],
    [{ metric: 'bounce_rate', comparison: 'below', threshold: 50 } as const, 55, true, false],
    [{ metric, comparison: 'above', threshold: 0 } as const, 1, false, true],
    [{ metric, comparison: 'above', threshold: 0 } as const, 0, true, false],
  ])('%j at %s, raised before: %s, is raised: %s', (rule, value, wasRaised, expected) => {
    expect(isRaised(rule, of(value), wasRaised)).toBe(expected)
  })

  it.each([
    ['down', -30, false, false],
    ['down', -30.1, false, true],
    ['down', 80, false, false],
    ['down', -27.5, true, true],
    ['down', -27, true, false],
    ['up', 30.1, false, true],
    ['up', -80, false, false],
    ['up', 27, true, false],
  ] as const)(
    '%s by 30, at %s, raised before: %s, is raised: %s',
    (comparison, change, wasRaised, expected) => {
      expect(isRaised({ metric, comparison, threshold: 30 }, changeOfMany(change), wasRaised)).toBe(expected)
    },
  )

  it.each([
    ['page_views', 'down', 60, 100, false],
    ['page_views', 'down', 0, 50, false],
    ['page_views', 'down', 0, 51, true],
    ['sessions', 'down', 0, 20, false],
    ['sessions', 'down', 0, 21, true],
    ['goals', 'down', 600, 1_000, true],
    ['page_views', 'up', 10, 1, false],
    ['page_views', 'up', 100, 10, true],
  ] as const)('%s %s, %s after %s, are no chance: %s', (metric, comparison, figure, before, expected) => {
    const rule = { metric, comparison, threshold: 30 } as const
    expect(isRaised(rule, { figure, before, value: changeOf(figure, before) }, false)).toBe(expected)
  })

  it.each([
    [100, 300, 20, 60, false],
    [1_000, 3_000, 200, 600, true],
  ] as const)(
    'estimated value of £%s after £%s, from %s goals after %s, is no chance: %s',
    (figure, before, goals, goalsBefore, expected) => {
      const rule = { metric: 'revenue', comparison: 'down', threshold: 30 } as const
      const counts = { figure: goals, before: goalsBefore }
      expect(isRaised(rule, { figure, before, value: changeOf(figure, before), counts }, false)).toBe(
        expected,
      )
    },
  )

  it('stays as it was while the figure is unknown', () => {
    expect(isRaised(above, of(null), true)).toBe(true)
    expect(isRaised(above, of(null), false)).toBe(false)
  })

  it.each([
    [above, [99, 101, 99, 101, 98, 102, 80]],
    [{ ...above, threshold: 9 }, [9, 10, 9, 10, 8, 10, 6]],
    [{ ...below, threshold: 5 }, [4, 5, 4, 5, 6, 4, 5, 7]],
  ])('speaks once of a figure that trembles: %j', (rule, values) => {
    let [raised, changes] = [false, 0]
    for (const value of values) {
      const now = isRaised(rule, of(value), raised)
      if (now !== raised) changes++
      raised = now
    }
    expect(changes).toBe(2)
  })
})
