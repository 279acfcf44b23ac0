import type { Provenance } from '@half-measure/shared/stats/engine/answer.ts'
import type { Kept } from '../answer-cache.ts'
import type { Asked } from '../asker.ts'
import type { Plan } from './plan.ts'

/** One statement of an answer: how it was planned and what came of it. */
export interface Step {
  readonly plan: Plan
  readonly kept: Kept<Asked<unknown>>
}

/** Where an answer made of these steps comes from. It is as fresh and as exact as the least of them. */
export function provenanceOf(steps: readonly Step[], tookMs: number): Provenance {
  const plans = steps.map(({ plan }) => plan)
  const sum = (of: (asked: Asked<unknown>) => number) =>
    steps.reduce((total, { kept }) => total + of(kept.value), 0)
  return {
    source: plans.every(({ source }) => source === 'rollup') ? 'rollup' : 'raw',
    tables: [...new Set(plans.flatMap(({ tables }) => tables))].sort(),
    because: [...new Set(plans.map(({ because }) => because))].join('; '),
    exact: plans.every(({ exact }) => exact),
    rows_read: sum(({ rowsRead }) => rowsRead),
    bytes_read: sum(({ bytesRead }) => bytesRead),
    took_ms: Math.round(tookMs * 10) / 10,
    cached: steps.every(({ kept }) => kept.cached),
    as_of: new Date(Math.min(...steps.map(({ kept }) => kept.asOf))).toISOString(),
  }
}
