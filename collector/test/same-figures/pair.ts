import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { FiguresStack } from './figures-stack.ts'

/** The same figure, queried in two places. */
export interface Pair {
  readonly metrics: readonly Metric[]
  readonly places: string
  readonly query: (page: FiguresStack) => Promise<readonly [one: unknown, other: unknown]>
}

export const is = (dimension: Filter['dimension'], ...values: string[]): Filter => ({
  operator: 'is',
  dimension,
  values,
})

export const AFFILIATE = is('event_type', 'affiliate_click')

export const signal = new AbortController().signal
