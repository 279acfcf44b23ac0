import { Coverage } from '@half-measure/shared/stats/coverage.ts'
import {
  ConversionCounts,
  Summary,
  Timeseries,
  TopElements,
  TopPages,
} from '@half-measure/shared/stats/overview.ts'
import { type Pair, is } from './pair.ts'

export const OVERVIEW: readonly Pair[] = [
  {
    metrics: ['page_views', 'clicks'],
    places: 'the cards of the overview, and Explore',
    query: async (page) => {
      const { page_views, click_events } = await page.get(Summary, 'summary')
      return [{ page_views, clicks: click_events }, await page.totals(['page_views', 'clicks'])]
    },
  },
  {
    metrics: ['goals'],
    places: 'the card of conversions, and goals with the review views that are none',
    query: async (page) => {
      const { conversions } = await page.get(Summary, 'summary')
      const types = await page.get(ConversionCounts, 'conversions')
      const views = types.find(({ event_type }) => event_type === 'review_view')?.count ?? 0
      return [conversions, ((await page.total('goals')) ?? 0) + views]
    },
  },
  {
    metrics: ['goals'],
    places: 'the tab of conversions, and goals by conversion type',
    query: async (page) => {
      const types = await page.get(ConversionCounts, 'conversions')
      const counts = types.flatMap(({ event_type, count }) =>
        event_type === 'review_view' ? [] : [[event_type, count] as const],
      )
      return [Object.fromEntries(counts), await page.byValue('goals', 'event_type')]
    },
  },
  {
    metrics: ['page_views'],
    places: 'Top Pages, and Explore by page',
    query: async (page) => {
      const pages = await page.get(TopPages, 'top-pages', { limit: '100' })
      return [
        Object.fromEntries(pages.map(({ page_path, views }) => [page_path, views])),
        await page.byValue('page_views', 'page'),
      ]
    },
  },
  {
    metrics: ['clicks'],
    places: 'Top Clicked Elements, and Explore by element',
    query: async (page) => {
      const elements = await page.get(TopElements, 'top-elements', { limit: '100' })
      return [
        Object.fromEntries(elements.map(({ element, clicks }) => [element, clicks])),
        await page.byValue('clicks', 'element'),
      ]
    },
  },
  {
    metrics: ['page_views'],
    places: 'page views by day: the overview’s series, and Explore’s',
    query: async (page) => {
      const series = await page.get(Timeseries, 'timeseries', { interval: 'day' })
      const { rows } = await page.result(['page_views'], { interval: 'day' })
      return [
        series.map(({ start, page_views }) => [start, page_views]),
        rows.map(({ key, figures }) => [key, figures.page_views]),
      ]
    },
  },
  {
    metrics: ['page_views'],
    places: 'page views of loaded pages in consent coverage, and Explore',
    query: async (page) => {
      const { totals } = await page.get(Coverage, 'coverage')
      const filters = [is('page', '/', '/stories')]
      return [totals.page_views, await page.total('page_views', { filters })]
    },
  },
]
