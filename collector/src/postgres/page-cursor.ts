import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../platform/api-error.ts'

/** The place between two rows of a list that is ordered by time, then id, newest first. */
export interface PagePlace {
  readonly at: Date
  readonly id: string
}

const idForms = { uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, number: /^\d{1,18}$/ }

/** @throws {ApiError} 400 `invalid_query` for what no page gave. */
export function readCursor(cursor: string | undefined, idForm: keyof typeof idForms): PagePlace | undefined {
  if (cursor === undefined) return undefined
  const [ms = '', id = '', ...rest] = cursor.split('_')
  if (!/^\d{1,15}$/.test(ms) || !idForms[idForm].test(id) || rest.length > 0) {
    throw new ApiError(400, 'invalid_query', 'That cursor is not one of this list.')
  }
  return { at: new Date(Number(ms)), id }
}

/** Whether a row comes after the place, in a list that is ordered by `column`, then `id`, both descending. */
export function isBeyond(place: PagePlace | undefined, column: string): RawBuilder<boolean> {
  if (place === undefined) return sql<boolean>`true`
  return sql<boolean>`(${sql.ref(column)}, id) < (${place.at}::timestamptz, ${place.id}::uuid)`
}

/**
 * @param rows one more than the page has, if there are so many.
 * @returns the page, and where the next one begins; null where this is the last.
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
