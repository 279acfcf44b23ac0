import type { Earnings } from '@half-measure/shared/stats/affiliate-report.ts'
import { type Clicks, MAX_ROWS, NO_CLICKS } from './affiliate-clicks.ts'
import type { CommissionSum } from './commission-store.ts'
import { type AttributedSum, earningsOf } from './earnings.ts'

/** Commissions attributed to a link, and unattributed ones. */
interface PaidSums {
  readonly attributed: readonly AttributedSum[]
  readonly rest: readonly CommissionSum[]
  /** Whether all clicks that may have earned them were counted. */
  readonly hasEpc: boolean
}

/** Clicks and commissions by key, most clicked first; commissions beyond the limit are added up. */
export function listEarnings(
  clicked: readonly Clicks[],
  { attributed, rest, hasEpc }: PaidSums,
  keyOf: (sum: AttributedSum) => string | null,
): { rows: { key: string; figures: Omit<Clicks, 'key'> & { earnings: Earnings[] } }[]; others: Earnings[] } {
  const paid = Map.groupBy(attributed, keyOf)
  paid.delete(null)
  const clickedKeys = new Set<string | null>(clicked.map(({ key }) => key))
  const unclicked = [...paid]
    .flatMap(([key, sums]) => (key === null || clickedKeys.has(key) ? [] : [{ key, sums }]))
    .map(({ key, sums }) => ({ ...NO_CLICKS, key, sums, commissions: commissionsIn(sums) }))
    .sort((a, b) => b.commissions - a.commissions || (a.key < b.key ? -1 : 1))
  const listed = Math.max(0, MAX_ROWS - clicked.length)
  return {
    rows: [...clicked, ...unclicked.slice(0, listed)]
      .map(({ key, clicks, sessions, pounds }) => ({
        key,
        figures: { clicks, sessions, pounds, earnings: earningsOf(paid.get(key) ?? [], hasEpc ? clicks : 0) },
      }))
      .sort((a, b) => b.figures.clicks - a.figures.clicks || (a.key < b.key ? -1 : 1)),
    others: earningsOf([...unclicked.slice(listed).flatMap(({ sums }) => sums), ...rest], 0),
  }
}

export function commissionsIn(sums: readonly CommissionSum[]): number {
  return sums.reduce((count, { rows }) => count + rows, 0)
}
