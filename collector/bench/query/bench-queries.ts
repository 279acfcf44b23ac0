import { type Filter, StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { DAY_MS } from '@half-measure/shared/durations.ts'

/** The queries of the overview when it opens. */
const PANELS = {
  cards: {
    metrics: [
      'sessions',
      'page_views',
      'views_per_session',
      'session_duration',
      'median_duration',
      'bounce_rate',
      'engaged_time',
      'scroll_depth',
      'clicks',
      'goals',
      'conversion_rate',
      'revenue',
    ],
    compare: 'previous',
  },
  series: { metrics: ['sessions'], interval: 'day', compare: 'previous' },
  pages: { metrics: ['sessions', 'page_views'], dimension: 'page' },
  entries: { metrics: ['sessions', 'bounce_rate'], dimension: 'entry' },
  channels: { metrics: ['sessions'], dimension: 'channel' },
  sources: { metrics: ['sessions'], dimension: 'source' },
  campaigns: { metrics: ['sessions'], dimension: 'utm_campaign' },
  countries: { metrics: ['sessions'], dimension: 'country' },
  devices: { metrics: ['sessions'], dimension: 'device' },
  browsers: { metrics: ['sessions'], dimension: 'browser' },
  categories: { metrics: ['sessions', 'page_views'], dimension: 'category' },
  conversions: { metrics: ['goals', 'revenue'], dimension: 'event_type' },
  elements: { metrics: ['clicks'], dimension: 'element' },
  hours: { metrics: ['page_views'], dimension: 'hour_of_week', limit: 168 },
} as const

const FILTERS: Readonly<Record<string, readonly Filter[]>> = {
  none: [],
  channel: [{ operator: 'is', dimension: 'channel', values: ['search'] }],
  page: [{ operator: 'is', dimension: 'page', values: ['/articles/article-3'] }],
}

export interface BenchQuery {
  readonly panel: string
  readonly filter: string
  readonly days: number
  readonly query: StatsQuery
}

/** Every panel for 7 and for 90 days until now, unfiltered and with one filter. */
export function benchQueries(to: number): BenchQuery[] {
  return [7, 90].flatMap((days) =>
    Object.entries(FILTERS).flatMap(([filter, filters]) =>
      Object.entries(PANELS).map(([panel, panelQuery]) => {
        const range = { from: new Date(to - days * DAY_MS).toISOString(), to: new Date(to).toISOString() }
        return { panel, filter, days, query: StatsQuery.parse({ ...panelQuery, filters, range }) }
      }),
    ),
  )
}
