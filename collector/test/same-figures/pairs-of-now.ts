import { REPORTED_METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import { realtime } from '../../src/analytics/live-feed.ts'
import { NOW, rounded } from './figures-stack.ts'
import { type Pair, is, signal } from './pair.ts'

export const LIVE: readonly Pair[] = [
  {
    metrics: ['sessions', 'page_views'],
    places: 'Live, and the sessions that are under way',
    query: async (page) => {
      const found = await realtime(page.stack.context.statistics, NOW, signal)
      const here = page.sessions.filter(({ bot, endedAt }) => !bot && endedAt >= NOW - 5 * 60_000)
      const current = NOW - (NOW % 60_000)
      const recent = page.events.filter(
        ({ kind, bot, at }) => kind === 'views' && !bot && at >= current - 29 * 60_000 && at <= NOW,
      )
      const minutes = found.minutes.flatMap(({ minute, page_views }) =>
        page_views > 0 ? [[Date.parse(minute), page_views]] : [],
      )
      return [
        { sessions: found.sessions, pages: found.pages, sources: found.sources, minutes },
        {
          sessions: here.length,
          pages: rankedBy(here.map(({ exit }) => exit)),
          sources: rankedBy(here.map(({ attributes }) => attributes.source)),
          minutes: [...Map.groupBy(recent, ({ at }) => at - (at % 60_000))]
            .map(([minute, views]) => [minute, views.length])
            .toSorted(([a = 0], [b = 0]) => a - b),
        },
      ]
    },
  },
  {
    metrics: REPORTED_METRICS,
    places: 'the results of a newsletter issue, and the events of its campaign',
    query: async (page) => {
      const filters = [is('utm_campaign', 'spring')]
      const oracle = page.oracle({ filters })
      const pages = [...oracle.breakdown('page', ['sessions'])].map(([path, { sessions }]) => [
        path,
        sessions,
      ])
      return [
        [
          await page.totals(REPORTED_METRICS, { filters }),
          await page.byValue('sessions', 'page', { filters }),
        ],
        [rounded(oracle.totals(REPORTED_METRICS)), Object.fromEntries(pages)],
      ]
    },
  },
]

function rankedBy(values: readonly string[]): { top: { key: string; sessions: number }[]; others: number } {
  const top = [...Map.groupBy(values, (value) => value)]
    .map(([key, { length: sessions }]) => ({ key, sessions }))
    .toSorted((a, b) => b.sessions - a.sessions || (a.key < b.key ? -1 : 1))
    .slice(0, 10)
  return { top, others: values.length - top.reduce((sum, { sessions }) => sum + sessions, 0) }
}
