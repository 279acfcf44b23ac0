import { csvLine } from '@half-measure/shared/csv.ts'
import { z } from 'zod'
import { type EventTable, timeOf } from '../events/event-tables.ts'
import { type FileQuery, literal, type QueryRows } from './clickhouse/query.ts'
import { isInPart, isOnDay, paramsOf, partsOf } from './clickhouse/row-parts.ts'

/*
 * Raw events for other tools: the rows of one table and one UTC day. Columns that only our storage needs are left
 * out. Sessions are identified by the SHA-256 of their ids, as in the output of the command `erasures`, so that
 * sessions erased later can be removed from an export. The database writes the files: parsing rows and writing them
 * again here would hold up beacons.
 */

export interface ExportQueries {
  readonly queryRows: QueryRows
  /** Runs a query for a file, or for a part of one. */
  readonly queryFile: (query: FileQuery, signal?: AbortSignal) => Promise<Buffer>
}

export interface ExportedDay {
  readonly table: EventTable
  /** `YYYY-MM-DD`. */
  readonly day: string
}

/**
 * Rows per query, even if more are of one moment: they fit in memory, and no query stays open for a slow reader. The
 * longest accepted row has some 20 KB, an ordinary row half a KB.
 */
const PART_ROWS = 5_000

const NOT_EXPORTED = ['session_id', 'batch_id', 'collector_id']
const SESSION = 'lower(hex(SHA256(session_id)))'

/** CSV with a header line, part by part, as `csv` of `shared` writes it. Times are in ISO 8601. */
export async function* exportCsv(
  { queryRows, queryFile }: ExportQueries,
  { table, day }: ExportedDay,
  signal?: AbortSignal,
  partRows = PART_ROWS,
): AsyncGenerator<Buffer> {
  const time = timeOf(table)
  const columns = await columnsOf(queryRows, table, signal)
  yield Buffer.from(csvLine(['session', ...columns.map(({ name }) => name)]))

  const cells = [SESSION, ...columns.map(({ name, type }) => csvCell(name, type))]
  for await (const part of partsOf((query) => queryRows(query, signal), { table, time, day }, partRows))
    yield await queryFile(
      {
        name: 'rows of an export',
        sql: `SELECT concat('"', ${cells.join(`, '","', `)}, '"\\r\\n') FROM analytics.${table}
          WHERE ${isInPart(time)} ORDER BY ${time}, event_id`,
        params: paramsOf(part),
        format: 'RawBLOB',
      },
      signal,
    )
}

/** A Parquet file, with the types of the table. */
export async function exportParquet(
  { queryRows, queryFile }: ExportQueries,
  { table, day }: ExportedDay,
): Promise<Buffer> {
  const columns = await columnsOf(queryRows, table)
  return queryFile({
    name: 'a day as Parquet',
    sql: `SELECT ${[`${SESSION} AS session`, ...columns.map(({ name }) => name)].join(', ')}
      FROM analytics.${table} WHERE ${isOnDay(timeOf(table))} ORDER BY ${timeOf(table)}, event_id`,
    params: { day },
    format: 'Parquet',
  })
}

/** The number of rows of a day. */
export async function countRows(
  { queryRows }: Pick<ExportQueries, 'queryRows'>,
  { table, day }: ExportedDay,
): Promise<number> {
  const [counted] = await queryRows({
    name: 'rows of a day',
    sql: `SELECT count() AS rows FROM analytics.${table} WHERE ${isOnDay(timeOf(table))}`,
    params: { day },
    row: z.object({ rows: z.coerce.number() }),
  })
  return counted?.rows ?? 0
}

function columnsOf(queryRows: ExportQueries['queryRows'], table: EventTable, signal?: AbortSignal) {
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

/** Everything that `\s` matches in JavaScript; in RE2 it matches only a part. */
const SPACE = String.raw`[\s\v\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}]`
const FORMULA = String.raw`((?:^|[;\t\r\n\v\f])${SPACE}*)([=+\-@\x{FF1D}\x{FF0B}\x{FF0D}\x{FF20}])`
const CONTROL = String.raw`^([\t\r\n\v\f])`

/** SQL of a cell without its quotes. Only text can be a formula. */
export function csvCell(name: string, type: string): string {
  // `2026-11-20T10:00:00.000Z`
  if (type.startsWith('DateTime64')) return `concat(replaceOne(toString(${name}), ' ', 'T'), 'Z')`
  const text = `ifNull(toString(${name}), '')`
  if (!type.includes('String')) return text
  const guarded = `replaceRegexpAll(${text}, ${literal(FORMULA)}, ${literal(String.raw`\1'\2`)})`
  return `replaceAll(replaceRegexpOne(${guarded}, ${literal(CONTROL)}, ${literal(String.raw`'\1`)}), '"', '""')`
}
