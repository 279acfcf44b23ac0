import type { EventTable } from '../event-tables.ts'

/** A row of a table of events, as far as it has to be known to tell it from another one of the same event. */
export interface StoredCopy {
  readonly table: EventTable
  readonly event_id: string
  readonly batch_id: string
  /** ISO 8601, as the tables have it: texts sort as the times do. */
  readonly received_at: string
  /** The session and test of an assignment, of which there is one for ever; '' of any other event. */
  readonly assignment: string
  /** `YYYYMM` of its arrival. */
  readonly month: string
  /** Start of the UTC day on which it happened, seconds since 1970; null where no rollup has it. */
  readonly day: number | null
}

/**
 * The rows that are one too many: of each event, and of each session's assignment in a test, the one that arrived
 * first stays. Rows of one batch never go for each other: they could not be told apart.
 */
export function laterCopies(rows: readonly StoredCopy[]): StoredCopy[] {
  const batchOf = new Map<string, string>()
  return rows.toSorted(byArrival).filter((row) => {
    const keys = row.assignment === '' ? [row.event_id] : [row.event_id, row.assignment]
    const isLater = keys.some((key) => (batchOf.get(key) ?? row.batch_id) !== row.batch_id)
    if (!isLater) for (const key of keys) batchOf.set(key, row.batch_id)
    return isLater
  })
}

function byArrival(a: StoredCopy, b: StoredCopy): number {
  return compare(a.received_at, b.received_at) || compare(a.batch_id, b.batch_id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
