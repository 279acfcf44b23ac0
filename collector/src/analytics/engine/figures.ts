import type { Figures } from '@half-measure/shared/stats/engine/stats-result.ts'
import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { z } from 'zod'
import { emptyFigure } from './measures.ts'
import type { PlanRow } from './query-plan.ts'

const Figure = z.number().nullable()

/** The figures of a row; those of nothing where there is none. */
export function figuresOf(metrics: readonly Metric[], row: PlanRow | undefined): Figures {
  return Object.fromEntries(
    metrics.map((metric) => [
      metric,
      row ? rounded(Figure.parse(row[`figure_${metric}`])) : emptyFigure(metric),
    ]),
  )
}

/** Of a time that was not counted, which is not zero. */
export function notCounted(metrics: readonly Metric[]): Figures {
  return Object.fromEntries(metrics.map((metric) => [metric, null]))
}

/** Six decimals: sums of the same numbers in another order differ further behind. */
function rounded(figure: number | null): number | null {
  return figure === null ? null : Math.round(figure * 1e6) / 1e6
}
