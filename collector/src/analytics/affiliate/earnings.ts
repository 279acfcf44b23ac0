import { productSlug, readSubId } from '@half-measure/shared/stats/affiliate-sub-id.ts'
import type { Earnings } from '@half-measure/shared/stats/affiliate-report.ts'
import type { CommissionSum } from './commission-store.ts'
import { toNumber } from './decimal.ts'

/** Commissions of one page, product and rank; null where the sub-id names none. */
export interface AttributedSum extends CommissionSum {
  readonly page: string | null
  readonly product: string | null
  readonly rank: number | null
}

/**
 * Attributes commissions to the page and product that their sub-ids name. A sub-id contains the last part of a page's
 * path and the slug of a product's name.
 *
 * @param pages paths. @param products names. Of several that match, the first counts.
 */
export function attribute(
  sums: readonly CommissionSum[],
  pages: readonly string[],
  products: readonly string[],
): AttributedSum[] {
  const pageOf = new Map(pages.toReversed().map((path) => [path.split('/').at(-1), path]))
  const productOf = new Map(products.toReversed().map((name) => [productSlug(name), name]))
  return sums.map((sum) => {
    const read = readSubId(sum.subId ?? '')
    const page = pageOf.get(read?.page)
    if (!read || page === undefined) return { ...sum, page: null, product: null, rank: null }
    return { ...sum, page, product: productOf.get(read.product) ?? read.product, rank: read.rank }
  })
}

/** Earnings by currency, sorted by code. @param clicks to divide by; there is no EPC for 0. */
export function earningsOf(sums: readonly CommissionSum[], clicks: number): Earnings[] {
  return [...Map.groupBy(sums, ({ currency }) => currency)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, list]) => {
      const unitsOf = (status: CommissionSum['status']) =>
        list.reduce((sum, row) => (row.status === status ? sum + row.units : sum), 0n)
      const [approved, pending] = [unitsOf('approved'), unitsOf('pending')]
      return {
        currency,
        approved: toNumber(approved),
        pending: toNumber(pending),
        per_click: clicks === 0 ? null : Math.round(Number(approved + pending) / clicks) / 10_000,
      }
    })
}
