import { formatFigure } from '@half-measure/shared/format-figures.ts'
import { METRICS, type Metric, REPORTED_METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import { brief } from '../../src/analytics/brief.ts'
import { renderEmail } from '../../src/email/email.ts'
import { reportWeek } from '../../src/workspace/weekly-report/report-week.ts'
import { weeklyEmail } from '../../src/workspace/weekly-report/weekly-email.ts'
import { weeklyFigures } from '../../src/workspace/weekly-report/weekly-figures.ts'
import { ARTICLES } from '../stats-engine/random-events.ts'
import { type FiguresStack, NOW, iso, midnight } from './figures-stack.ts'
import { type Pair, signal } from './pair.ts'

export const MAILS: readonly Pair[] = [
  ...REPORTED_METRICS.map((metric): Pair => ({
    metrics: [metric],
    places: `${METRICS[metric].label}: the weekly report, and Explore of that week`,
    query: async (page) => {
      const { mail, week } = await weeklyOf(page)
      const { label, unit } = METRICS[metric]
      const figure = (await page.result([metric], { range: week })).totals.figures[metric]
      const line = mail.split('\n').find((one) => one.startsWith(`${label}: `)) ?? ''
      return [line.split(', ')[0]?.replace(/,$/, ''), `${label}: ${formatFigure(unit, figure)}`]
    },
  })),
  {
    metrics: ['sessions', 'goals'],
    places: 'the lists of the weekly report, and Explore',
    query: async (page) => {
      const { figures, week } = await weeklyOf(page)
      const counts = (list: readonly { readonly count: number }[]) => list.map(({ count }) => count)
      const explored = async (metric: Metric, by: 'page' | 'channel' | 'event_type') =>
        Object.entries(await page.byValue(metric, by, { range: week }))
          .filter(([key]) => by !== 'page' || key.startsWith('/articles/'))
          .map(([, count]) => count ?? 0)
          .toSorted((a, b) => b - a)
          .slice(0, 5)
      return [
        [counts(figures.articles), counts(figures.channels), counts(figures.goals)],
        [
          await explored('sessions', 'page'),
          await explored('sessions', 'channel'),
          await explored('goals', 'event_type'),
        ],
      ]
    },
  },
  {
    metrics: ['sessions'],
    places: 'the brief on yesterday, and the events of that day and of four before',
    query: async (page) => {
      const found = await brief(page.stack.context.statistics, NOW, signal)
      const days = [1, 8, 15, 22, 29].map((ago) => {
        const range = { from: iso(midnight(ago)), to: iso(midnight(ago - 1)) }
        return page.oracle({ range })
      })
      const [yesterday, ...before] = days.map((day) => day.totals(['sessions']).sessions ?? 0)
      const of = (dimension: 'channel' | 'page', value = '') =>
        days.map((day) => day.breakdown(dimension, ['sessions']).get(value)?.sessions ?? 0)
      const channel = found.channel && of('channel', found.channel.channel)
      const article = found.article && of('page', found.article.path)
      return [
        {
          total: [found.total.sessions, found.total.usual],
          channel: found.channel && [found.channel.sessions, found.channel.usual],
          article: found.article && [found.article.sessions, found.article.usual],
        },
        {
          total: [yesterday, usualOf(before)],
          channel: channel && [channel[0], usualOf(channel.slice(1))],
          article: article && [
            article[0],
            // One that was not out on all of these days has nothing usual.
            isOld(found.article?.path ?? '') || article.at(-1) ? usualOf(article.slice(1)) : null,
          ],
        },
      ]
    },
  },
]

async function weeklyOf(page: FiguresStack) {
  const monday = Temporal.Instant.fromEpochMilliseconds(midnight(0))
    .toZonedDateTimeISO('Europe/London')
    .with({ hour: 8 })
  const week = reportWeek(new Date(monday.subtract({ days: monday.dayOfWeek - 1 }).epochMilliseconds))
  if (!week) throw new Error('a report is due on Mondays at eight')
  const { from, to } = week
  const { engine } = page.stack.context.statistics
  const figures = await weeklyFigures(
    {
      runStatsQuery: (query) => engine.run(query, signal),
      delivery: () => page.stack.delivery(),
      coverage: () => Promise.reject(new Error('another pair queries it')),
      titles: [...ARTICLES],
    },
    week,
  )
  if (!figures) throw new Error('no event waits')
  const content = weeklyEmail(figures, 'https://admin.halfmeasure.test')
  return {
    figures,
    week: { from, to },
    mail: renderEmail(content, { kind: 'weekly-report', to: 'a@example.org' }).text,
  }
}

function usualOf(before: readonly number[]): { fewest: number; most: number } {
  return { fewest: Math.min(...before), most: Math.max(...before) }
}

function isOld(path: string): boolean {
  const published = ARTICLES.find((article) => article.path === path)?.published ?? ''
  return published <= iso(midnight(29) + 12 * 3_600_000).slice(0, 10)
}
