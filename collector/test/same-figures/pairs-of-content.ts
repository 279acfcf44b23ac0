import { AffiliateReport } from '@half-measure/shared/stats/affiliate-report.ts'
import { ArticleDetail, ArticleReport } from '@half-measure/shared/stats/articles-report.ts'
import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { FunnelResult } from '@half-measure/shared/stats/funnels.ts'
import { Journeys } from '@half-measure/shared/stats/journeys.ts'
import { type FiguresStack, PERIOD, round } from './figures-stack.ts'
import { AFFILIATE, type Pair, is } from './pair.ts'

export const ARTICLES_PAGES: readonly Pair[] = [
  ...(
    [
      ['page_views', ({ views }) => views],
      ['sessions', ({ sessions }) => sessions],
      ['engaged_time', ({ engaged_seconds }) => engaged_seconds],
      ['median_engaged_time', ({ median_engaged_seconds }) => median_engaged_seconds],
      ['conversion_rate', ({ conversion_rate }) => conversion_rate],
      ['read_25', ({ reached }) => reached[0]?.share],
      ['read_50', ({ reached }) => reached[1]?.share],
      ['read_75', ({ reached }) => reached[2]?.share],
      ['read_100', ({ reached }) => reached[3]?.share],
    ] as const satisfies readonly [Metric, (article: ArticleReport['articles'][number]) => unknown][]
  ).map(([metric, figureOf]): Pair => ({
    metrics: [metric],
    places: `${METRICS[metric].label}: Articles, and Explore by page`,
    query: async (page) => {
      const { articles } = await page.get(ArticleReport, 'articles')
      const all = await page.byValue(metric, 'page')
      return [
        articles.map((article) => [article.path, figureOf(article)]),
        articles.map(({ path }) => [path, all[path]]),
      ]
    },
  })),
  {
    metrics: ['sessions'],
    places: 'exits of articles, and Explore by exit page',
    query: async (page) => {
      const { articles } = await page.get(ArticleReport, 'articles')
      const exits = await page.byValue('sessions', 'exit')
      return [
        articles.map(({ path, exits }) => [path, exits]),
        articles.map(({ path }) => [path, exits[path] ?? 0]),
      ]
    },
  },
  {
    metrics: ['goals', 'revenue'],
    places: 'affiliate clicks and value on an article’s page, and Explore of that page',
    query: async (page) => {
      const { articles } = await page.get(ArticleReport, 'articles')
      const explored = articles.map(async ({ path }) => [
        await page.total('goals', { filters: [is('page', path), AFFILIATE] }),
        await page.total('revenue', { filters: [is('page', path)] }),
      ])
      return [
        articles.map(({ on_page }) => [on_page.affiliate_clicks, round(on_page.pounds)]),
        await Promise.all(explored),
      ]
    },
  },
  {
    metrics: ['page_views'],
    places: 'the report on one article, and its row among all',
    query: async (page) => {
      const { article } = await page.get(ArticleDetail, 'articles/tokyo')
      const { articles } = await page.get(ArticleReport, 'articles')
      return [article, articles.find(({ path }) => path === '/articles/tokyo')]
    },
  },
]

export const PATHS: readonly Pair[] = [
  {
    metrics: ['sessions'],
    places: 'sessions of a journey, of a funnel’s first step, and Explore of the page',
    query: async (page) => {
      const { sessions } = await page.get(Journeys, 'journeys', { page: '/articles/tokyo' })
      const funnel = await funnelOf(page, ['page:/articles/tokyo', 'page:/stories'])
      const explored = await page.total('sessions', { filters: [is('page', '/articles/tokyo')] })
      return [
        [sessions, funnel.steps[0]?.sessions],
        [explored, explored],
      ]
    },
  },
  {
    metrics: ['sessions'],
    places: 'sessions that a journey begins with, and Explore by entry page',
    query: async (page) => {
      const { steps } = await page.get(Journeys, 'journeys', { page: '/stories', direction: 'previous' })
      return [steps[0]?.ended, (await page.byValue('sessions', 'entry'))['/stories']]
    },
  },
  {
    metrics: ['sessions'],
    places: 'the first step of a funnel by device, and Explore by device',
    query: async (page) => {
      const { groups } = await funnelOf(page, ['page:/stories', 'page:/'], { by: 'device' })
      const filters = [is('page', '/stories')]
      return [
        Object.fromEntries((groups ?? []).map(({ value, sessions: [first] }) => [value, first])),
        await page.byValue('sessions', 'device', { filters }),
      ]
    },
  },
  {
    metrics: ['goals', 'revenue', 'sessions'],
    places: 'Affiliate, and Explore of affiliate clicks',
    query: async (page) => {
      const { totals } = await page.get(AffiliateReport, 'affiliate')
      const explored = await page.totals(['goals', 'sessions', 'revenue'], { filters: [AFFILIATE] })
      return [{ goals: totals.clicks, sessions: totals.sessions, revenue: round(totals.pounds) }, explored]
    },
  },
  {
    metrics: ['goals'],
    places: 'affiliate clicks by product and by page, and Explore',
    query: async (page) => {
      const { products, pages } = await page.get(AffiliateReport, 'affiliate')
      return [
        {
          products: Object.fromEntries(products.map(({ product, clicks }) => [product, clicks])),
          pages: Object.fromEntries(pages.map((row) => [row.page, row.clicks])),
          readers: Object.fromEntries(pages.map((row) => [row.page, row.viewing_sessions])),
        },
        {
          products: await page.byValue('goals', 'product', { filters: [AFFILIATE] }),
          pages: await page.byValue('goals', 'page', { filters: [AFFILIATE] }),
          readers: only(
            await page.byValue('sessions', 'page'),
            pages.map((row) => row.page),
          ),
        },
      ]
    },
  },
]

async function funnelOf(page: FiguresStack, steps: readonly string[], more: Record<string, string> = {}) {
  const query = new URLSearchParams({ ...PERIOD, ...more })
  for (const step of steps) query.append('step', step)
  const { json } = await page.stack.request('GET', `/api/stats/funnels/result?${query.toString()}`, {
    headers: { Authorization: `Bearer ${await page.admin()}` },
  })
  return FunnelResult.parse(json)
}

function only(
  figures: Record<string, number | null>,
  keys: readonly string[],
): Record<string, number | null> {
  return Object.fromEntries(keys.map((key) => [key, figures[key] ?? 0]))
}
