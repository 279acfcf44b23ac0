import type { HistoryDimension } from '@half-measure/shared/stats/imported-history.ts'

/** A row of imported history. Null where the report does not have the figure. */
export interface HistoryRow {
  readonly dimension: HistoryDimension
  /** ISO 8601. */
  readonly day: string
  /** Empty for the whole site. */
  readonly value: string
  readonly page_views: number | null
  readonly visits: number | null
}

/** Adds up the rows of a file for one day and value, such as the cities of a country. */
export class DailySums {
  readonly #rows = new Map<string, HistoryRow>()

  add(row: HistoryRow): void {
    const key = `${row.dimension} ${row.day} ${row.value}`
    const before = this.#rows.get(key)
    this.#rows.set(
      key,
      before
        ? {
            ...row,
            page_views: plus(before.page_views, row.page_views),
            visits: plus(before.visits, row.visits),
          }
        : row,
    )
  }

  get size(): number {
    return this.#rows.size
  }

  get rows(): HistoryRow[] {
    return [...this.#rows.values()]
  }
}

function plus(a: number | null, b: number | null): number | null {
  return a === null ? b : a + (b ?? 0)
}
