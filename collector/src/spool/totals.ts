/**
 * The account's left side: what became of the events that arrived. For one append, one group, or since the data
 * directory began; each segment opens with the latter.
 */
export interface Totals {
  /** Rows kept. An append's own rows count by themselves; here it names rows that reached the tables another way. */
  accepted: number
  /** Events seen before. */
  duplicates: number
  /** Events refused, by reason. */
  rejected: Record<string, number>
}

export function noTotals(): Totals {
  return { accepted: 0, duplicates: 0, rejected: {} }
}

export function addTotals(to: Totals, from: Totals): void {
  to.accepted += from.accepted
  to.duplicates += from.duplicates
  for (const [reason, count] of Object.entries(from.rejected)) {
    to.rejected[reason] = (to.rejected[reason] ?? 0) + count
  }
}

export function isZero(totals: Totals): boolean {
  return totals.accepted === 0 && totals.duplicates === 0 && Object.keys(totals.rejected).length === 0
}
