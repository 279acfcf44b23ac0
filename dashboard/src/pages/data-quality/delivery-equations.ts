import { DROP_REASONS, REFUSAL_REASONS } from '@half-measure/shared/stats/rejection-reasons.ts'
import type { DeliveryReport } from '../../api/delivery.ts'
import { formatCount } from '@half-measure/shared/format-figures.ts'

/** A total that has to equal the sum of its parts. */
export interface Equation {
  whole: Term
  parts: Term[]
  /** `whole - Σ parts`; 0 when it balances; null while a part is unknown. */
  difference: number | null
}

export interface Term {
  label: string
  /** Null: unknown at the moment. */
  count: number | null
  meaning: string
}

const MEANINGS: Readonly<Record<string, string>> = { ...DROP_REASONS, ...REFUSAL_REASONS }

/** The delivery report as two equations: of received and of accepted events. */
export function deliveryEquations(report: DeliveryReport): { received: Equation; accepted: Equation } {
  const rejected = Object.entries(report.rejected)
    .filter(([, count]) => count > 0)
    .toSorted(([, left], [, right]) => right - left)
    .map(([reason, count]) => ({
      label: `Rejected: ${reason}`,
      count,
      meaning: MEANINGS[reason] ?? 'for this reason',
    }))
  const accepted = { label: 'Accepted', count: report.accepted, meaning: 'on disk, synced' }
  return {
    received: equation({ label: 'Received', count: report.received, meaning: 'in beacons' }, [
      accepted,
      {
        label: 'Duplicates',
        count: report.duplicates,
        meaning: report.deduplicated
          ? `${DROP_REASONS.duplicate}; ${formatCount(report.deduplicated)} of them stored by two collectors and removed`
          : DROP_REASONS.duplicate,
      },
      ...(rejected.length > 0 ? rejected : [{ label: 'Rejected', count: 0, meaning: 'for any reason' }]),
    ]),
    accepted: equation(accepted, [
      { label: 'Stored', count: report.stored, meaning: 'in the tables' },
      { label: 'Pending', count: report.pending, meaning: 'on disk, not in the tables yet' },
      {
        label: 'Dead letters',
        count: report.dead_letters,
        meaning: 'refused by the tables; needs attention',
      },
      { label: 'Erased', count: report.erased, meaning: 'at a reader’s request' },
      { label: 'Expired', count: report.expired, meaning: 'past the retention period' },
    ]),
  }
}

function equation(whole: Term, parts: Term[]): Equation {
  const isKnown = [whole, ...parts].every(({ count }) => count !== null)
  const sum = parts.reduce((total, { count }) => total + (count ?? 0), 0)
  return { whole, parts, difference: isKnown ? (whole.count ?? 0) - sum : null }
}
