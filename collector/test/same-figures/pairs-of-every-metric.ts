import { DAY_MS } from '@half-measure/shared/durations.ts'
import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { METRICS, Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { measureAlert } from '../../src/workspace/alerts/measure-alert.ts'
import { type FiguresStack, PERIOD, iso, round, rounded } from './figures-stack.ts'
import { type Pair, signal } from './pair.ts'

/** The last seven days of the period. */
const WEEK = { from: iso(Date.parse(PERIOD.to) - 7 * DAY_MS), to: PERIOD.to }

export const EVERYWHERE: readonly Pair[] = Metric.options.flatMap((metric): Pair[] => {
  const { label } = METRICS[metric]
  return [
    {
      metrics: [metric],
      places: `${label}: Explore, and the events themselves`,
      query: async (page) => [await page.totals([metric]), rounded(page.oracle().totals([metric]))],
    },
    {
      metrics: [metric],
      places: `${label}: a panel of Explore, and its file`,
      query: async (page) => [await page.byValue(metric, 'page'), await page.fileByValue(metric, 'page')],
    },
    {
      metrics: [metric],
      places: `${label}: what an administrator sees, and what a program reads`,
      query: async (page) => [
        (await page.result([metric])).totals,
        (await page.result([metric], {}, await page.token())).totals,
      ],
    },
    {
      metrics: [metric],
      places: `${label}: an alert of seven days, and Explore`,
      query: async (page) => [await alertOf(page, metric), await page.total(metric, { range: WEEK })],
    },
  ]
})

export const ADDING_UP: readonly Pair[] = (
  ['page_views', 'sessions', 'clicks', 'goals', 'revenue'] as const
).map((metric) => ({
  metrics: [metric],
  places: `${METRICS[metric].label}: day by day, and in all`,
  query: async (page) => {
    const { rows, totals } = await page.result([metric], { interval: 'day' })
    const sum = rows.reduce((all, { figures }) => all + (figures[metric] ?? 0), 0)
    return [round(sum), round(totals.figures[metric] ?? 0)]
  },
}))

/** Dimensions that a session has one value of, so that it is in one row. */
const OF_SESSIONS = ['entry', 'exit', 'channel', 'source', 'utm_campaign', 'country', 'device'] as const

export const PANELS: readonly Pair[] = [
  ...OF_SESSIONS.map((dimension): Pair => ({
    metrics: ['sessions', 'goals'],
    places: `sessions and goals by ${dimension} added up, and in all`,
    query: async (page) => {
      const sessions = await sumOf(page, 'sessions', dimension)
      const goals = await sumOf(page, 'goals', dimension)
      return [{ sessions, goals }, await page.totals(['sessions', 'goals'])]
    },
  })),
  {
    metrics: ['page_views', 'clicks'],
    places: 'page views and clicks by the hour of the week added up, and in all',
    query: async (page) => {
      const page_views = await sumOf(page, 'page_views', 'hour_of_week')
      const clicks = await sumOf(page, 'clicks', 'hour_of_week')
      return [{ page_views, clicks }, await page.totals(['page_views', 'clicks'])]
    },
  },
]

/** A figure added up over the values of a dimension. */
async function sumOf(page: FiguresStack, metric: Metric, by: Dimension): Promise<number> {
  return Object.values(await page.byValue(metric, by)).reduce<number>((all, one) => all + (one ?? 0), 0)
}

async function alertOf(page: FiguresStack, metric: Metric): Promise<number | null> {
  const { engine } = page.stack.context.statistics
  const runStatsQuery = (query: StatsQuery) => engine.run(query, signal)
  const rule = { metric, comparison: 'above', window_minutes: 7 * 24 * 60, filters: [] } as const
  const { figure } = await measureAlert(
    { runStatsQuery, delivery: () => page.stack.delivery() },
    { ...rule, filters: [] },
    new Date(WEEK.to),
  )
  return figure === null ? null : round(figure)
}
