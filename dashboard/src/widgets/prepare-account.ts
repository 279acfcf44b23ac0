import type { Account } from '../api/delivery-question.ts'
import { formatCount } from '../format/number.ts'

/** One side of the account that has to be as large as the sum of the other. */
export interface Equation {
  whole: Entry
  parts: Entry[]
  /** `whole - Σ parts`; 0 when it adds up; null while a part of it is not known. */
  difference: number | null
}

export interface Entry {
  label: string
  /** Null: not known at the moment. */
  count: number | null
  /** What it means, in a few words. */
  meaning: string
}

/** Codes of the account in words; a new code shows as it is. */
const REASONS = new Map([
  ['invalid_event', 'not in the form of an event'],
  ['before_consent', 'older than the consent it came with'],
  ['erased', 'of a session that asked to be forgotten'],
  ['prefetch', 'of a page fetched ahead of a visit'],
  ['consent_required', 'without consent'],
  ['invalid_body', 'in a delivery that cannot be read'],
  ['origin_not_allowed', 'from another site'],
  ['body_too_large', 'in a delivery that is too large'],
])

/** The account as two equations. */
export function prepareAccount(delivery: Account): { received: Equation; accepted: Equation } {
  const rejected = Object.entries(delivery.rejected)
    .filter(([, count]) => count > 0)
    .toSorted(([, left], [, right]) => right - left)
    .map(([reason, count]) => ({
      label: `Rejected: ${reason}`,
      count,
      meaning: REASONS.get(reason) ?? 'for this reason',
    }))
  const accepted = { label: 'Accepted', count: delivery.accepted, meaning: 'on disk, synced' }
  return {
    received: equation({ label: 'Received', count: delivery.received, meaning: 'named in a delivery' }, [
      accepted,
      {
        label: 'Duplicates',
        count: delivery.duplicates,
        meaning: delivery.late_duplicates
          ? `had arrived before; ${formatCount(delivery.late_duplicates)} of them found after two collectors had stored them`
          : 'had arrived before',
      },
      ...(rejected.length > 0 ? rejected : [{ label: 'Rejected', count: 0, meaning: 'for any reason' }]),
    ]),
    accepted: equation(accepted, [
      { label: 'Stored', count: delivery.stored, meaning: 'in the tables' },
      { label: 'Pending', count: delivery.pending, meaning: 'on their way from disk to the tables' },
      {
        label: 'Dead letters',
        count: delivery.dead_letters,
        meaning: 'refused by the tables; a person must look',
      },
      { label: 'Erased', count: delivery.erased, meaning: 'because a reader asked' },
      { label: 'Expired', count: delivery.expired, meaning: 'older than events are kept' },
    ]),
  }
}

function equation(whole: Entry, parts: Entry[]): Equation {
  const isKnown = [whole, ...parts].every(({ count }) => count !== null)
  const sum = parts.reduce((total, { count }) => total + (count ?? 0), 0)
  return { whole, parts, difference: isKnown ? (whole.count ?? 0) - sum : null }
}
