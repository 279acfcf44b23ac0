import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'

/** The result of a query; what a test does not name is empty. */
export function aStatsResult(part: Partial<StatsResult>): StatsResult {
  return {
    rows: [],
    row_count: part.rows?.length ?? 0,
    totals: { figures: {} },
    compared_range: null,
    incomplete_from: null,
    counted_since: null,
    provenance: { rows_read: 0, bytes_read: 0, took_ms: 0, cached: false, as_of: '2026-11-20T12:00:00.000Z' },
    ...part,
  }
}
