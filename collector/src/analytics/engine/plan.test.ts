import { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { type Filter, Question } from '@half-measure/shared/stats/engine/question.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planRows, planTotals } from './plan.ts'

const week = { from: '2026-11-13T00:00:00Z', to: '2026-11-20T00:00:00Z' }
const questionOf = (asked: Record<string, unknown>) =>
  Question.parse({ range: week, metrics: ['sessions'], ...asked })

const KNOWN = { articles: [], visitRows: { all: 1_000 } }

describe('a plan', () => {
  it('looks visits up where they are rolled up by the hour', () => {
    expect(planTotals(questionOf({ metrics: ['visit_duration', 'bounce_rate'] }), KNOWN)).toMatchObject({
      source: 'rollup',
      tables: ['visits_1h'],
      because: 'visits are rolled up by the hour',
      exact: true,
    })
  })

  it.each([
    ['raw rows were asked for', { exact: true }],
    ['the range has no whole hour', { range: { from: '2026-11-13T10:10:00Z', to: '2026-11-13T11:50:00Z' } }],
    [
      'hours of Asia/Calcutta begin within hours of UTC',
      { interval: 'day', range: { ...week, tz: 'Asia/Kolkata' } },
    ],
    [
      'hours of Australia/Adelaide begin within hours of UTC',
      { interval: 'hour', range: { ...week, tz: 'Australia/Adelaide' } },
    ],
  ])('reads raw rows because %s', (because, asked) => {
    const question = questionOf(asked)
    const plan = question.interval ? planRows(question, KNOWN) : planTotals(question, KNOWN)
    expect(plan).toMatchObject({ source: 'raw', because })
    expect(plan.tables).not.toContain('visits_1h')
  })

  it('reads raw rows for the ends of a range that cut hours', () => {
    const plan = planTotals(questionOf({ range: { ...week, to: '2026-11-19T23:30:00Z' } }), KNOWN)
    expect(plan.source).toBe('raw')
    expect(plan.tables).toEqual(expect.arrayContaining(['visits_1h', 'page_views']))
  })

  it.each([
    [350_000, 1],
    [350_001, 2],
    [2_600_000, 8],
    [26_000_000, 64],
    [9e12, 64],
  ])('looks at a share of the visits where they have %i rows: one in %i', (all, oneIn) => {
    const visitRows = { all }
    const plan = planTotals(questionOf({ metrics: ['bounce_rate'] }), { articles: [], visitRows })
    expect(plan.exact).toBe(oneIn === 1)
    expect(plan.because.includes(`one visit in ${oneIn} `)).toBe(oneIn > 1)
    expect(planTotals(questionOf({ exact: true }), { articles: [], visitRows }).exact).toBe(true)
  })

  it('does not care for the zone where no bucket is asked for', () => {
    expect(planTotals(questionOf({ range: { ...week, tz: 'Asia/Kolkata' } }), KNOWN).source).toBe('rollup')
  })

  it('reads raw rows for what is about single pages and actions', () => {
    const filters: Filter[] = [{ operator: 'is', dimension: 'page', values: ['/'] }]
    expect(planTotals(questionOf({ filters }), KNOWN).tables).toContain('page_views')
    expect(planRows(questionOf({ dimension: 'element', metrics: ['clicks'] }), KNOWN).tables).toEqual([
      'click_events',
    ])
  })

  it('has nothing of a question in its text but names', () => {
    const value = fc
      .string({ minLength: 6, maxLength: 40, unit: 'binary' })
      .filter((text) => /[^\w ]/.test(text))
    const filter = fc.record({
      operator: fc.constantFrom('is' as const, 'is_not' as const, 'contains' as const),
      dimension: fc.constantFrom(...Dimension.options),
      values: fc.array(value, { minLength: 1, maxLength: 3 }),
    })
    const question = fc.record({
      filters: fc.array(filter, { minLength: 1, maxLength: 3 }),
      search: value,
      dimension: fc.constantFrom(...Dimension.options),
      metrics: fc.constant(Metric.options),
    })
    fc.assert(
      fc.property(question, (asked) => {
        const { sql, params } = planRows(questionOf(asked), KNOWN).statement
        const given = [asked.search, ...asked.filters.flatMap(({ values }) => values)]
        for (const text of given) expect(sql.includes(text)).toBe(false)
        const bound = Object.values(params).flat()
        for (const text of given) expect(bound).toContain(text)
      }),
    )
  })
})
