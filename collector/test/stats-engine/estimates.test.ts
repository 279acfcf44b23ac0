import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeEvents } from '../../bench/query/make-events.ts'
import { figuresOf, Row } from '../../src/analytics/engine/figures.ts'
import { type Plan, planRows, planTotals } from '../../src/analytics/engine/plan.ts'
import { type Asked, EngineStack } from './engine-stack.ts'

const DAYS = 10
const TO = Date.UTC(2026, 9, 20)
const FROM = TO - DAYS * 24 * 3_600_000

let stack: EngineStack

/** About ten thousand visits. */
beforeAll(async () => {
  stack = await EngineStack.open([], { from: FROM, to: TO })
  await makeEvents(stack.clickhouse.writer, { events: 60_000, days: DAYS, to: TO }, () => {})
})

afterAll(() => stack[Symbol.asyncDispose]())

const few = { articles: [], visitRows: { all: 1_000 } }
const many = { articles: [], visitRows: { all: 3_000_000 } }

async function rowsOf({ statement }: Plan): Promise<Row[]> {
  const { rows } = await stack.statistics.ask({ name: 'plan', ...statement, row: Row })
  return rows
}

/** The same question where there are few visits and where there are very many: pairs of figures by key. */
async function compare(asked: Asked) {
  const question = stack.questionOf(asked)
  const plans = [few, many].map((known) =>
    question.dimension || question.interval ? planRows(question, known) : planTotals(question, known),
  )
  const [exact, about] = await Promise.all(plans.map(rowsOf))
  const byKey = new Map(about?.map((row) => [row.key, row]))
  const figure = (row: Row | undefined, metric: Metric) => figuresOf(question.metrics, row)[metric] ?? 0
  return {
    plans,
    pairs: (metric: Metric) =>
      (exact ?? []).map((row) => [figure(row, metric), figure(byKey.get(row.key), metric)] as const),
  }
}

describe('where visits are very many', () => {
  it('a share of them stands for all, about', async () => {
    const { plans, pairs } = await compare({
      metrics: ['sessions', 'bounce_rate', 'visit_duration', 'engaged_time'],
    })
    expect(plans.map(({ exact }) => exact)).toEqual([true, false])
    expect(plans[1]?.because).toContain('one visit in 16 stands for all')
    for (const metric of ['sessions', 'visit_duration', 'engaged_time'] as const)
      for (const [exact, about] of pairs(metric))
        expect(Math.abs(about / exact - 1), metric).toBeLessThan(0.15)
    for (const [exact, about] of pairs('bounce_rate')) expect(Math.abs(about - exact)).toBeLessThan(4)
  })

  it('what needs no visits is counted one by one all the same', async () => {
    const metrics = ['page_views', 'clicks', 'conversions', 'revenue', 'sessions'] as const
    for (const interval of [undefined, 'day' as const]) {
      const { pairs } = await compare({ metrics: [...metrics], ...(interval && { interval }) })
      for (const metric of metrics.slice(0, 4))
        for (const [exact, about] of pairs(metric)) expect(about, metric).toBe(exact)
    }
  })

  it('so are visits by what they are known by', async () => {
    const { plans, pairs } = await compare({ metrics: ['sessions', 'page_views'], dimension: 'channel' })
    expect(plans[1]?.exact).toBe(false)
    const found = pairs('sessions')
    expect(found).toHaveLength(7)
    for (const [exact, about] of found)
      expect(Math.abs(about - exact)).toBeLessThan(20 + 6 * Math.sqrt(16 * exact))
  })

  it('visits of pages are estimated by sketches, and their views are exact', async () => {
    for (const dimension of ['page', 'hour_of_week'] as const) {
      const { plans, pairs } = await compare({ metrics: ['sessions', 'page_views'], dimension })
      expect(plans.map(({ exact, source }) => [exact, source])).toEqual([
        [true, 'raw'],
        [false, 'rollup'],
      ])
      for (const [exact, about] of pairs('page_views')) expect(about).toBe(exact)
      for (const [exact, about] of pairs('sessions')) expect(Math.abs(about / exact - 1)).toBeLessThan(0.02)
    }
  })

  it('the ends of a range that cut hours are read as they are', async () => {
    const range = {
      from: new Date(FROM + 1_234_567).toISOString(),
      to: new Date(TO - 7_654_321).toISOString(),
    }
    for (const asked of [{ dimension: 'page' as const }, { interval: 'hour' as const }, {}]) {
      const { pairs } = await compare({ metrics: ['page_views', 'sessions'], range, ...asked })
      for (const [exact, about] of pairs('page_views')) expect(about).toBe(exact)
    }
  })

  it('who wants to know exactly is told exactly', async () => {
    const { plans, pairs } = await compare({ metrics: ['sessions'], exact: true })
    expect(plans.map(({ exact, source }) => [exact, source])).toEqual([
      [true, 'raw'],
      [true, 'raw'],
    ])
    for (const [one, other] of pairs('sessions')) expect(one).toBe(other)
  })
})
