import type { ClickHouseClient } from '@clickhouse/client'
import { csvLine } from '@half-measure/shared/csv.ts'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { type EventTable, timeOf } from '../events/event-tables.ts'
import type { Query } from './clickhouse/query.ts'
import { timeRangesOf } from './clickhouse/time-ranges.ts'

/*
 * Raw events for other tools: the rows of one table and one UTC day. What only our storage needs is left out. A session
 * goes by the SHA-256 of its id, as in the list that the command `erasures` prints: so sessions that are erased later can
 * be removed from an export.
 */

/** Runs a query for its rows. */
type QueryRows = <Row extends z.ZodType>(query: Query<Row>, signal?: AbortSignal) => Promise<z.output<Row>[]>

export interface ExportedDay {
  readonly table: EventTable
  /** `YYYY-MM-DD`. */
  readonly day: string
}

/** Rows per query: they fit in memory, and no query stays open for a slow reader. */
const PART_ROWS = 20_000

const NOT_EXPORTED = ['session_id', 'batch_id', 'collector_id']
const SESSION = 'lower(hex(SHA256(session_id))) AS session'

/** CSV with a header line, part by part. Times are in ISO 8601. */
export async function* exportCsv(
  queryRows: QueryRows,
  exported: ExportedDay,
  signal?: AbortSignal,
  partRows = PART_ROWS,
): AsyncGenerator<Buffer> {
  const { table } = exported
  const time = timeOf(table)
  const columns = await columnsOf(queryRows, table, signal)
  yield Buffer.from(csvLine(['session', ...columns.map(({ name }) => name)]))

  const selected = columns.map(({ name, type }) => `${textOf(name, type)} AS text_${name}`)
  const minutes = await queryRows(
    {
      name: 'rows of a day by the minute',
      sql: `SELECT toUnixTimestamp(toStartOfMinute(${time})) * 1000 AS at, count() AS rows
        FROM analytics.${table} WHERE ${isOn(time)} GROUP BY at ORDER BY at`,
      params: { day: exported.day },
      row: z.object({ at: z.coerce.number(), rows: z.coerce.number() }),
    },
    signal,
  )
  for (const { from, to } of timeRangesOf(minutes, partRows)) {
    const rows = await queryRows(
      {
        name: 'rows of an export',
        sql: `SELECT [${['session', ...columns.map(({ name }) => `text_${name}`)].join(', ')}] AS cells
          FROM (SELECT ${[SESSION, ...selected].join(', ')}, ${time} AS happened, event_id FROM analytics.${table}
            WHERE ${time} >= fromUnixTimestamp64Milli({from: Int64}) AND ${time} < fromUnixTimestamp64Milli({to: Int64}))
          ORDER BY happened, event_id`,
        params: { from, to },
        row: z.object({ cells: z.array(z.string()) }),
      },
      signal,
    )
    yield Buffer.from(rows.map(({ cells }) => csvLine(cells)).join(''))
  }
}

/** A Parquet file, with the types of the table. */
export async function exportParquet(
  client: ClickHouseClient,
  queryRows: QueryRows,
  exported: ExportedDay,
): Promise<Buffer> {
  const { table, day } = exported
  const columns = await columnsOf(queryRows, table)
  const { stream } = await client.exec({
    query: `SELECT ${[SESSION, ...columns.map(({ name }) => name)].join(', ')}
      FROM analytics.${table} WHERE ${isOn(timeOf(table))} ORDER BY ${timeOf(table)}, event_id FORMAT Parquet`,
    query_params: { day },
  })
  return buffer(stream)
}

/** How many rows there are of a day. */
export async function countRows(queryRows: QueryRows, { table, day }: ExportedDay): Promise<number> {
  const [counted] = await queryRows({
    name: 'rows of a day',
    sql: `SELECT count() AS rows FROM analytics.${table} WHERE ${isOn(timeOf(table))}`,
    params: { day },
    row: z.object({ rows: z.coerce.number() }),
  })
  return counted?.rows ?? 0
}

function isOn(time: string): string {
  return `toDate(${time}) = {day: Date}`
}

function columnsOf(queryRows: QueryRows, table: EventTable, signal?: AbortSignal) {
  return queryRows(
    {
      name: 'columns of a table',
      sql: `SELECT name, type FROM system.columns
        WHERE database = 'analytics' AND table = {table: String} AND NOT has({without: Array(String)}, name)
        ORDER BY position`,
      params: { table, without: NOT_EXPORTED },
      row: z.object({ name: z.string().regex(/^\w+$/), type: z.string() }),
    },
    signal,
  )
}

/** `2026-11-20T10:00:00.000Z` */
function textOf(name: string, type: string): string {
  return type.startsWith('DateTime64')
    ? `concat(replaceOne(toString(${name}), ' ', 'T'), 'Z')`
    : `toString(${name})`
}
