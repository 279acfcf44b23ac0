import type { AffiliateReport } from '@half-measure/shared/stats/affiliate-report.ts'
import { wasCounted } from '@half-measure/shared/stats/counted-since.ts'
import { clickedProducts, clicksBy, NO_CLICKS, sessionsViewing } from './affiliate-clicks.ts'
import type { CommissionStore } from './commission-store.ts'
import { perThousand } from '../per-thousand.ts'
import type { ReportScope, ReportSources } from '../report-scope.ts'
import { withIsoDates } from '../../database/rows.ts'
import { attribute, earningsOf } from './earnings.ts'
import { commissionsIn, listEarnings } from './list-earnings.ts'

/**
 * Clicks of affiliate links, from the events, and their earnings, as networks report them. Networks do not say which
 * session bought, so with filters there are no earnings. A range that begins before counting has commissions of more
 * clicks than were counted, so it has no EPC.
 */
export async function affiliateReport(
  read: ReportSources,
  store: Pick<CommissionStore, 'sums' | 'imports'>,
  scope: ReportScope,
): Promise<AffiliateReport> {
  const [[all = NO_CLICKS], byProduct, byRank, byPage, sums, imports, since] = await Promise.all([
    clicksBy(read, scope, "''"),
    clicksBy(read, scope, 'product'),
    clicksBy(read, scope, 'product_rank'),
    clicksBy(read, scope, 'page'),
    scope.filters.length > 0 ? [] : store.sums(scope.range),
    store.imports(),
    read.countedSince(),
  ])
  // Articles first: anyone can send an event with a path that ends like an article's.
  const pages = [...read.articles.map(({ path }) => path), ...byPage.map(({ key }) => key)]
  const { named = [], rest = [] } = Object.groupBy(sums, ({ subId }) => (subId === null ? 'rest' : 'named'))
  // What was bought in the range may have been clicked before it.
  const names = new Set(byProduct.map(({ key }) => key))
  if (named.length > 0) for (const name of await clickedProducts(read)) names.add(name)
  const attributed = attribute(named, pages, [...names])
  const lost = attributed.filter(({ page }) => page === null)
  const paid = { attributed, rest, hasEpc: wasCounted(scope.range, since) }
  const inProducts = listEarnings(byProduct, paid, ({ product }) => product)
  const inPositions = listEarnings(byRank, paid, ({ page, rank }) =>
    page === null ? null : String(rank ?? 0),
  )
  const inPages = listEarnings(byPage, paid, ({ page }) => page)
  const viewing = await sessionsViewing(
    read,
    scope,
    inPages.rows.map(({ key }) => key),
  )

  return {
    totals: {
      clicks: all.clicks,
      sessions: all.sessions,
      pounds: all.pounds,
      earnings: earningsOf(sums, paid.hasEpc ? all.clicks : 0),
    },
    products: inProducts.rows.map(({ key, figures }) => ({
      product: key,
      is_named: names.has(key),
      ...figures,
    })),
    positions: inPositions.rows.map(({ key, figures }) => ({
      rank: key === '0' ? null : Number(key),
      ...figures,
    })),
    pages: inPages.rows.map(({ key, figures }) => {
      const sessions = viewing.get(key) ?? 0
      return {
        page: key,
        viewing_sessions: sessions,
        clicks_per_thousand: perThousand({ clicks: figures.clicks }, sessions)?.clicks ?? null,
        ...figures,
      }
    }),
    others: { products: inProducts.others, positions: inPositions.others, pages: inPages.others },
    unattributed: { rows: commissionsIn(lost), earnings: earningsOf(lost, 0) },
    imports: imports.map(withIsoDates),
  }
}
