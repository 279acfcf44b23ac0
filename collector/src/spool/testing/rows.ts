import { EVENT_TABLES, type EventTable } from '../../events/event-tables.ts'
import { ROW_COLUMNS } from '../../events/row-columns.ts'
import type { RowBlock } from '../row-block.ts'

/** The n-th event id. */
export function eventId(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
}

/** The session of the n-th event. */
export function sessionId(n: number): string {
  return `session_${n}_aaaa`
}

/** The row of the n-th event, as the pipeline writes it. */
export function row(n: number, text = `/articles/pine-beer?${n}`): string {
  return JSON.stringify([eventId(n), sessionId(n), text])
}

/** The text of any row as it is in the log, its batch included. */
export function storedRow(table: EventTable, values: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(ROW_COLUMNS[table].map((column) => values[column] ?? ''))
}

/** The numbers of the events from the first to the last. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

export function rowsOf(table: EventTable, ...events: number[]): RowBlock {
  return { table, rows: events.map((n) => row(n)) }
}

/** One append's blocks: the page views of these events. */
export function pageViews(...events: number[]): RowBlock[] {
  return [rowsOf('page_views', ...events)]
}

/** The same events dealt out over all tables. */
export function overAllTables(...events: number[]): RowBlock[] {
  return EVENT_TABLES.map((table, i) =>
    rowsOf(table, ...events.filter((n) => n % EVENT_TABLES.length === i)),
  ).filter((block) => block.rows.length > 0)
}
