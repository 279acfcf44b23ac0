import { z } from 'zod'
import type { ExperimentShares } from '@half-measure/shared/stats/experiment-shares.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import type { AskRows } from './ask-rows.ts'
import { inRange, rangeParams } from './range.ts'

export async function experimentShares(
  ask: AskRows,
  range: StatsRange,
  signal?: AbortSignal,
): Promise<ExperimentShares> {
  const rows = await ask(
    {
      name: 'assignments by variant',
      sql: `SELECT test_name, variant, count() AS assignments FROM analytics.ab_test_assignments
        WHERE ${inRange('assigned_at', range)}
        GROUP BY test_name, variant ORDER BY test_name, assignments DESC, variant`,
      params: rangeParams(range),
      row: z.object({ test_name: z.string(), variant: z.string(), assignments: z.coerce.number() }),
    },
    signal,
  )
  return [...Map.groupBy(rows, ({ test_name }) => test_name)].map(([test_name, variants]) => {
    const total = variants.reduce((sum, { assignments }) => sum + assignments, 0)
    return {
      test_name,
      total,
      variants: variants.map(({ variant, assignments }) => ({
        variant,
        assignments,
        share: Math.round((assignments * 1_000) / total) / 10,
      })),
    }
  })
}
