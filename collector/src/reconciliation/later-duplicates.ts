import type { EventTable } from '../events/event-tables.ts'

/** The columns that tell a row from another row of the same event. */
export interface StoredEvent {
  readonly table: EventTable
  readonly event_id: string
  readonly batch_id: string
  readonly collector_id: string
  /** As the tables have it: texts sort as the times do. */
  readonly received_at: string
  /** The session and test of an assignment, which is unique for ever; '' for any other event. */
  readonly assignment: string
}

/**
 * The rows that are one too many: of each event, and of each session's assignment in a test, the one that arrived
 * first stays. Only another collector's row is a duplicate.
 */
export function laterDuplicates(rows: readonly StoredEvent[]): StoredEvent[] {
  const firstOf = new Map<string, string>()
  return rows.toSorted(byArrival).filter((row) => {
    const keys = row.assignment === '' ? [row.event_id] : [row.event_id, row.assignment]
    const isLater = keys.some((key) => (firstOf.get(key) ?? row.collector_id) !== row.collector_id)
    if (!isLater) for (const key of keys) firstOf.set(key, row.collector_id)
    return isLater
  })
}

function byArrival(a: StoredEvent, b: StoredEvent): number {
  return compare(a.received_at, b.received_at) || compare(a.batch_id, b.batch_id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
