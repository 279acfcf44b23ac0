import type { AffiliateReport } from '@half-measure/shared/stats/affiliate-report.ts'
import { type Clicks, clicksBy, sessionsViewing } from './affiliate-clicks.ts'
import type { CommissionStore } from './commission-store.ts'
import type { ReportScope } from '../report-scope.ts'
import type { ReportSources } from '../report-sources.ts'
import { type AttributedSum, attribute, earningsOf } from './earnings.ts'

/**
 * Clicks of affiliate links, from the events, and their earnings, as networks report them. Networks do not say which
 * session bought, so with filters there are no earnings.
 */
export async function affiliateReport(
  read: ReportSources,
  store: Pick<CommissionStore, 'sums' | 'importedAt'>,
  scope: ReportScope,
  signal?: AbortSignal,
): Promise<AffiliateReport> {
  const [[all = NO_CLICKS], byProduct, byRank, byPage, sums, importedAt] = await Promise.all([
    clicksBy(read, scope, "''", signal),
    clicksBy(read, scope, 'product', signal),
    clicksBy(read, scope, 'product_rank', signal),
    clicksBy(read, scope, 'page', signal),
    scope.filters.length > 0 ? [] : store.sums(scope.range),
    store.importedAt(),
  ])
  const pages = [...read.articles.map(({ path }) => path), ...byPage.map(({ key }) => key)]
  const attributed = attribute(
    sums,
    pages,
    byProduct.map(({ key }) => key),
  )
  const lost = attributed.filter(({ page }) => page === null)
  const pageRows = merge(byPage, attributed, ({ page }) => page)
  const viewing = await sessionsViewing(
    read,
    scope,
    pageRows.map(({ key }) => key),
    signal,
  )

  return {
    totals: { ...figuresOf(all), earnings: earningsOf(sums, all.clicks) },
    products: merge(byProduct, attributed, ({ product }) => product).map(({ key, figures }) => ({
      product: key,
      ...figures,
    })),
    positions: merge(byRank, attributed, ({ page, rank }) => (page === null ? null : String(rank ?? 0))).map(
      ({ key, figures }) => ({ rank: key === '0' ? null : Number(key), ...figures }),
    ),
    pages: pageRows.map(({ key, figures }) => {
      const sessions = viewing.get(key) ?? 0
      return {
        page: key,
        viewing_sessions: sessions,
        clicks_per_thousand: sessions === 0 ? null : Math.round((figures.clicks * 100_000) / sessions) / 100,
        ...figures,
      }
    }),
    unattributed: {
      rows: lost.reduce((count, { rows }) => count + rows, 0),
      earnings: earningsOf(lost, 0),
    },
    imported_at: importedAt?.toISOString() ?? null,
  }
}

const NO_CLICKS: Clicks = { key: '', clicks: 0, sessions: 0, pounds: 0 }

function figuresOf({ clicks, sessions, pounds }: Clicks) {
  return { clicks, sessions, pounds }
}

/** Clicks and commissions of the same thing together, the most clicked first. */
function merge(
  clicked: readonly Clicks[],
  sums: readonly AttributedSum[],
  keyOf: (sum: AttributedSum) => string | null,
) {
  const paid = Map.groupBy(sums, keyOf)
  const unclicked = [...paid.keys()].flatMap((key) =>
    key === null || clicked.some((row) => row.key === key) ? [] : [{ ...NO_CLICKS, key }],
  )
  return [...clicked, ...unclicked]
    .map((row) => ({
      key: row.key,
      figures: { ...figuresOf(row), earnings: earningsOf(paid.get(row.key) ?? [], row.clicks) },
    }))
    .sort((a, b) => b.figures.clicks - a.figures.clicks || (a.key < b.key ? -1 : 1))
}
