import { EVENT_TABLES, type EventTable } from '../events/event-tables.ts'

export type RowCounts = Partial<Record<EventTable, number>>

/**
 * A contiguous part of one segment, inserted as a whole. Its id is in every row. It is written to disk as a seal record
 * before the first attempt, and never changes.
 */
export interface SealedBatch {
  readonly id: string
  readonly segment: number
  /** First byte of its first record. */
  readonly start: number
  /** Byte after its last record. */
  readonly end: number
  readonly rows: RowCounts
  /** Milliseconds since 1970 at which its first row was appended. */
  readonly firstRowAt: number
  /** An earlier process may have attempted it: count it in the database before inserting. */
  readonly mayBeInserted: boolean
}

/** The part of a batch that its seal record holds. */
export type Seal = Omit<SealedBatch, 'mayBeInserted'>

export function totalRows(counts: RowCounts): number {
  return EVENT_TABLES.reduce((sum, table) => sum + (counts[table] ?? 0), 0)
}

export function addRows(counts: RowCounts, table: EventTable, rows: number): void {
  counts[table] = (counts[table] ?? 0) + rows
}
