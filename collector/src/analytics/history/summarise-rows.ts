import type { HistoryDimension } from '@half-measure/shared/stats/imported-history.ts'
import { inSlices } from '../../platform/in-slices.ts'
import { DailySums, type HistoryRow } from './daily-sums.ts'

/** Summary of the rows of a file. */
export interface HistorySummary {
  readonly dimensions: HistoryDimension[]
  /** ISO 8601. */
  readonly first_day: string
  readonly last_day: string
  /** By dimension, over all days. */
  readonly totals: readonly HistoryRow[]
}

/** @param rows at least one. */
export async function summariseRows(rows: readonly HistoryRow[]): Promise<HistorySummary> {
  const sums = new DailySums()
  let [first_day, last_day] = [rows[0]?.day ?? '', rows[0]?.day ?? '']
  for await (const slice of inSlices(rows)) {
    for (const row of slice) {
      sums.add({ ...row, day: '', value: '' })
      if (row.day < first_day) first_day = row.day
      if (row.day > last_day) last_day = row.day
    }
  }
  const totals = sums.rows
  return { dimensions: totals.map(({ dimension }) => dimension), first_day, last_day, totals }
}
