import { EVENT_TABLES, type EventTable } from '../events/event-tables.ts'

export type RowCounts = Partial<Record<EventTable, number>>

/**
 * A stretch of one segment that is inserted as one. Its id is inside every row of it; it is written down,
 * as a seal record, before the first attempt, and never changes.
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
  /** It may have been attempted by a process that is gone: ask the database before inserting. */
  readonly uncertain: boolean
}

/** The part of a batch that its seal record holds. */
export type Seal = Omit<SealedBatch, 'uncertain'>

export function totalRows(counts: RowCounts): number {
  return EVENT_TABLES.reduce((sum, table) => sum + (counts[table] ?? 0), 0)
}

export function addRows(counts: RowCounts, table: EventTable, rows: number): void {
  counts[table] = (counts[table] ?? 0) + rows
}
