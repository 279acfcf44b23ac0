import { buffer } from 'node:stream/consumers'
import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'

/** A query as a value. Only the SQL text is trusted; everything that varies is a parameter `{name:Type}`. */
export interface Query<Row extends z.ZodType> {
  /** For logs. */
  readonly name: string
  readonly sql: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly row: Row
}

/** Runs a query for its rows. */
export type QueryRows = <Row extends z.ZodType>(
  query: Query<Row>,
  signal?: AbortSignal,
) => Promise<z.output<Row>[]>

/** Runs a query and parses each row: unexpected data is an error here, not a strange figure on a screen. */
export async function runQuery<Row extends z.ZodType>(
  client: ClickHouseClient,
  query: Query<Row>,
  signal?: AbortSignal,
): Promise<z.output<Row>[]> {
  const result = await client.query({
    query: query.sql,
    format: 'JSONEachRow',
    ...(query.params ? { query_params: { ...query.params } } : {}),
    ...(signal ? { abort_signal: signal } : {}),
  })
  const rows = await result.json<unknown>()
  return rows.map((row) => query.row.parse(row))
}

/** Runs a query with exactly one row. @throws if there is none: a truncated result must not pass for a zero. */
export async function runQueryForOne<Row extends z.ZodType>(
  client: ClickHouseClient,
  query: Query<Row>,
): Promise<z.output<Row>> {
  const [row, ...more] = await runQuery(client, query)
  if (row === undefined || more.length > 0) throw new Error(`expected one row of the query: ${query.name}`)
  return row
}

const OneNumber = z
  .record(z.string(), z.unknown())
  .transform(Object.values)
  .pipe(z.tuple([z.coerce.number()]))

/** Runs a query whose result is one number. @throws like `runQueryForOne`. */
export async function runQueryForNumber(
  client: ClickHouseClient,
  query: Omit<Query<never>, 'row'>,
): Promise<number> {
  const [number] = await runQueryForOne(client, { ...query, row: OneNumber })
  return number
}

/** A query whose result is passed on as the database writes it. */
export interface FileQuery extends Omit<Query<never>, 'row'> {
  readonly format: 'Parquet' | 'RawBLOB'
}

export async function runQueryForFile(
  client: ClickHouseClient,
  { sql, params, format }: FileQuery,
  signal?: AbortSignal,
): Promise<Buffer> {
  const { stream } = await client.exec({
    query: `${sql} FORMAT ${format}`,
    // A query that fails half-way is then an error, not a file that ends with a message.
    clickhouse_settings: { wait_end_of_query: 1 },
    ...(params ? { query_params: { ...params } } : {}),
    ...(signal ? { abort_signal: signal } : {}),
  })
  return buffer(stream)
}

/** A text as an SQL literal. External input should be a parameter of the query instead. */
export function literal(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`
}

/** The same for each item of a list. */
export function literals(texts: readonly string[]): string {
  return texts.map(literal).join(', ')
}
