import { DailySums, type HistoryRow } from './daily-sums.ts'
import { dayOf, pathOf } from './history-values.ts'
import type { ReportTable } from './report-tables.ts'

/** A cell by the name of its column; empty where there is none. */
export type CellOf = (name: string) => string

/** Takes the rows of a file one by one. */
export interface HistoryReader {
  /** @returns the problem with the row, if any. */
  read(cell: CellOf): string | undefined
  /** Rows by day and value so far; there may be more at the end. */
  readonly size: number
  /** Called at the end of the file. */
  rows(): Promise<HistoryRow[]>
  /** Number of rows left out, by reason. */
  readonly leftOut: ReadonlyMap<string, number>
}

/** Reads a table with a row for each day and value. @param onlyDay the day of a table without one. */
export function tableReader(table: ReportTable, onlyDay: string | undefined, today: string): HistoryReader {
  const sums = new DailySums()
  const { dimension, keys } = table
  const seen = new Set<string>()
  /** By day, an upper bound of both figures. */
  const days = new Map<string, number>()
  return {
    leftOut: new Map(),
    get size() {
      return sums.size
    },
    rows: async () => sums.rows,
    read(cell) {
      const day = dayOf(table.day === null ? (onlyDay ?? '') : cell(table.day), today)
      if ('problem' in day) return day.problem
      if (keys) {
        const key = JSON.stringify([day.iso, ...keys.map(cell)])
        if (seen.has(key))
          return `date: ${day.iso} is there twice${dimension === 'total' ? '' : ` with the same ${dimension}`}, so a column that cannot be imported splits the days`
        seen.add(key)
      }
      const counts = { page_views: countOf(cell, table.page_views), visits: countOf(cell, table.visits) }
      for (const [name, count] of Object.entries(counts))
        if (Number.isNaN(count)) return `${name.replace('_', ' ')}: a whole number such as 120`
      const ofDay = (days.get(day.iso) ?? 0) + Math.max(counts.page_views ?? 0, counts.visits ?? 0)
      if (ofDay > MAX_OF_DAY)
        return `date: ${day.iso} has more than ${MAX_OF_DAY.toLocaleString('en-GB')} page views or visits`
      days.set(day.iso, ofDay)
      const given = table.value === null ? '' : cell(table.value)
      const value = dimension === 'page' ? pathOf(given) : given
      if (value.length > MAX_VALUE) return `${dimension}: longer than ${MAX_VALUE} characters`
      sums.add({ dimension, day: day.iso, value, ...counts })
      return undefined
    },
  }
}

/**
 * A day of a product's report is in one import, so a century of such days still adds up to less than
 * `Number.MAX_SAFE_INTEGER`.
 */
const MAX_OF_DAY = 100_000_000_000

/** Maximum length of our own paths. */
export const MAX_VALUE = 2_000

/** Null without such a column, NaN for anything but a count. */
function countOf(cell: CellOf, column: string | undefined): number | null {
  if (column === undefined) return null
  const text = cell(column)
  return /^\d{1,12}$/.test(text) ? Number(text) : NaN
}
