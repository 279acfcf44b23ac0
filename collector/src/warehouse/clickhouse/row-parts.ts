import { z } from 'zod'
import type { EventTable } from '../../events/event-tables.ts'
import type { QueryRows } from './query.ts'
import { type CountedRange, CountedStep, timeRangesOf } from './time-ranges.ts'

/** The place of a row, in order of time and then of id. */
const Place = z.object({ at: z.coerce.number(), id: z.uuid() })
type Place = z.output<typeof Place>

/** From one place up to, but not including, another. */
export interface RowPart {
  readonly from: Place
  readonly to: Place
}

/** Rows of a table by one of its times. */
interface TimedRows {
  readonly table: EventTable
  readonly time: 'created_at' | 'assigned_at' | 'received_at'
  /** `YYYY-MM-DD`, if only the rows of that day are meant. */
  readonly day?: string
}

/** Sorts before every row of its moment. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Divides rows into parts of at most `maxRows` rows, even if all are of one moment. */
export async function* partsOf(
  queryRows: QueryRows,
  rows: TimedRows,
  maxRows: number,
): AsyncGenerator<RowPart> {
  const { table, time, day } = rows
  const minutes = await queryRows({
    name: 'rows by the minute',
    sql: `SELECT toUnixTimestamp(toStartOfMinute(${time})) * 1000 AS at, count() AS rows
      FROM analytics.${table} ${day ? `WHERE ${isOnDay(time)}` : ''} GROUP BY at ORDER BY at`,
    params: day ? { day } : {},
    row: CountedStep,
  })
  for (const range of timeRangesOf(minutes, maxRows)) yield* partsOfRange(queryRows, rows, range, maxRows)
}

/** A smaller range needs no query. */
async function* partsOfRange(
  queryRows: QueryRows,
  { table, time }: TimedRows,
  range: CountedRange,
  maxRows: number,
): AsyncGenerator<RowPart> {
  let rest: RowPart | undefined = { from: { at: range.from, id: NO_ID }, to: { at: range.to, id: NO_ID } }
  if (range.rows <= maxRows) return yield rest
  while (rest) {
    const [next]: Place[] = await queryRows({
      name: 'where the next part begins',
      sql: `SELECT toUnixTimestamp64Milli(${time}) AS at, event_id AS id FROM analytics.${table}
        WHERE ${isInPart(time)} ORDER BY ${time}, event_id LIMIT 1 OFFSET {max_rows: UInt32}`,
      params: { ...paramsOf(rest), max_rows: maxRows },
      row: Place,
    })
    yield next ? { from: rest.from, to: next } : rest
    rest = next && { from: next, to: rest.to }
  }
}

/** A condition with the parameter `day`. */
export function isOnDay(time: TimedRows['time']): string {
  return `toDate(${time}) = {day: Date}`
}

/** A condition with the parameters of `paramsOf`. */
export function isInPart(time: TimedRows['time']): string {
  const [from, to] = ['from', 'to'].map((end) => `fromUnixTimestamp64Milli({${end}: Int64})`)
  // Only the comparison of times can use the table's key.
  return `${time} >= ${from} AND ${time} <= ${to}
    AND (${time}, event_id) >= (${from}, {from_id: UUID}) AND (${time}, event_id) < (${to}, {to_id: UUID})`
}

export function paramsOf({ from, to }: RowPart): Record<string, unknown> {
  return { from: from.at, from_id: from.id, to: to.at, to_id: to.id }
}
