import type { DeliveryReport } from '../../api/delivery.ts'
import { formatCount } from '../../format/number.ts'

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

const REJECTIONS = new Map([
  ['invalid_event', 'not a valid event'],
  ['before_consent', 'older than its consent'],
  ['erased', 'of an erased session'],
  ['prefetch', 'of a page fetched ahead of a visit'],
  ['consent_required', 'without consent'],
  ['invalid_body', 'in a beacon that cannot be read'],
  ['origin_not_allowed', 'from another site'],
  ['body_too_large', 'in a beacon that is too large'],
])

/** The delivery report as two equations: of received and of accepted events. */
export function deliveryEquations(report: DeliveryReport): { received: Equation; accepted: Equation } {
  const rejected = Object.entries(report.rejected)
    .filter(([, count]) => count > 0)
    .toSorted(([, left], [, right]) => right - left)
    .map(([reason, count]) => ({
      label: `Rejected: ${reason}`,
      count,
      meaning: REJECTIONS.get(reason) ?? 'for this reason',
    }))
  const accepted = { label: 'Accepted', count: report.accepted, meaning: 'on disk, synced' }
  return {
    received: equation({ label: 'Received', count: report.received, meaning: 'in beacons' }, [
      accepted,
      {
        label: 'Duplicates',
        count: report.duplicates,
        meaning: report.deduplicated
          ? `received before; ${formatCount(report.deduplicated)} of them stored by two collectors and removed`
          : 'received before',
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
