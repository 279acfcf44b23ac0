/**
 * Events received, and their outcomes: of one append, of one group, or since the data directory began. Each segment
 * opens with the last of these.
 */
export interface Totals {
  /** Events received, counted on arrival and never from the parts below: a lost event leaves a difference. */
  received: number
  /**
   * Rows kept. 0 in an append's tally, whose rows are counted when they are written; otherwise rows that bypassed the
   * log.
   */
  accepted: number
  /** Events seen before. */
  duplicates: number
  /** Events refused, by reason. */
  rejected: Record<string, number>
}

export function noTotals(): Totals {
  return { received: 0, accepted: 0, duplicates: 0, rejected: {} }
}

export function addTotals(to: Totals, from: Totals): void {
  to.received += from.received
  to.accepted += from.accepted
  to.duplicates += from.duplicates
  for (const [reason, count] of Object.entries(from.rejected))
    to.rejected[reason] = (to.rejected[reason] ?? 0) + count
}

export function isZero({ received, accepted, duplicates, rejected }: Totals): boolean {
  return received === 0 && accepted === 0 && duplicates === 0 && Object.keys(rejected).length === 0
}

/** Events whose outcome is known. */
export function sumOfParts({ accepted, duplicates, rejected }: Omit<Totals, 'received'>): number {
  return Object.values(rejected).reduce((sum, count) => sum + count, accepted + duplicates)
}
