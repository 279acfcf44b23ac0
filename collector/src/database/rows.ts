import { withAsciiDomain } from '@half-measure/shared/audience/email-address.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import { ApiError } from '../platform/api-error.ts'
import type { Database } from './schema/database.ts'

/* Rows as the API has them: pages of a list, searched and counted, with times in ISO 8601. */

/** A position in a list ordered by time, then id, newest first. */
interface Cursor {
  readonly at: Date
  readonly id: string
}

const ID_PATTERNS = { uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, number: /^\d{1,18}$/ }

export function invalidCursor(): ApiError {
  return new ApiError(
    400,
    'invalid_query',
    'The cursor is invalid or from another list. Start again without it.',
  )
}

/** @throws {ApiError} 400 `invalid_query` for text that `takePage` did not produce. */
export function readCursor(cursor: string | undefined, ids: keyof typeof ID_PATTERNS): Cursor | undefined {
  if (cursor === undefined) return undefined
  const [ms = '', id = '', ...rest] = cursor.split('_')
  if (!/^\d{1,15}$/.test(ms) || !ID_PATTERNS[ids].test(id) || rest.length > 0) throw invalidCursor()
  return { at: new Date(Number(ms)), id }
}

/**
 * A page of rows that a query selects, newest first: by `column`, then `id`.
 *
 * @returns the rows, and the cursor of the next page; null on the last one.
 */
export async function selectPage<
  Tables extends keyof Database,
  Column extends string,
  Row extends { id: string } & Record<Column, Date>,
>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  column: Column,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ page: Row[]; next: string | null }> {
  const after = readCursor(cursor, 'uuid')
  const rows = await query
    .where(
      after === undefined
        ? sql<boolean>`true`
        : sql<boolean>`(${sql.ref(column)}, id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    )
    .orderBy(sql.ref(column), 'desc')
    .orderBy(sql.ref('id'), 'desc')
    .limit(limit + 1)
    .execute()
  return takePage(rows, limit, (row) => row[column])
}

/**
 * @param rows one more than `limit`, if there are that many.
 * @returns the page, and the cursor of the next one; null on the last page.
 */
export function takePage<Row extends { id: string }>(
  rows: readonly Row[],
  limit: number,
  timeOf: (row: Row) => Date,
): { page: Row[]; next: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next = last && rows.length > limit ? `${timeOf(last).getTime()}_${last.id}` : null
  return { page, next }
}

/** Pattern for `ilike` that matches the text anywhere, wildcards taken literally. */
export function searchPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** The same for email addresses, which are stored with international domains as mail servers spell them. */
export function addressPattern(text: string): string {
  return searchPattern(withAsciiDomain(text.toLowerCase()))
}

/** The number of rows that a query without columns selects. */
export async function countRows<Tables extends keyof Database>(
  query: SelectQueryBuilder<Database, Tables, object>,
): Promise<number> {
  const { count } = await query.select(sql<string>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

/** A row with its times in ISO 8601, as the API returns it. */
export function withIsoDates<Row extends object>(row: Row): IsoDates<Row> {
  const columns = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(columns) as IsoDates<Row>
}

type IsoDates<Row> = {
  [Column in keyof Row]: Row[Column] extends Date
    ? string
    : Row[Column] extends Date | null
      ? string | null
      : Row[Column]
}
