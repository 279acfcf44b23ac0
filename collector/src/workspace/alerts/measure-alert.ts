import {
  type AlertDraft,
  type DeliveryMetric,
  isOfChange,
  isOfReaders,
} from '@half-measure/shared/reports/alert-rule.ts'
import { publication } from '@half-measure/shared/publication.ts'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'

/** Where values come from. */
export interface MetricSources {
  readonly runQuery: (query: StatsQuery) => Promise<StatsResult>
  readonly delivery: () => Promise<Delivery>
}

/** What a rule is about, at a moment. */
export interface Measurement {
  /** Null where there was nothing to divide by. */
  readonly figure: number | null
  /** The same a week before; null where the rule is not about a change. */
  readonly before: number | null
  /** What the threshold is held against: the figure or its change. Null where that cannot be told. */
  readonly value: number | null
}

/** The rule's metric over the window that ends now. */
export async function measureAlert(
  { runQuery, delivery }: MetricSources,
  { metric, comparison, window_minutes, filters }: Omit<AlertDraft, 'threshold'>,
  now: Date,
): Promise<Measurement> {
  if (!isOfReaders(metric)) {
    const figure = (await delivery())[metric satisfies DeliveryMetric]
    return { figure, before: null, value: figure }
  }
  const from = new Date(now.getTime() - window_minutes * 60_000).toISOString()
  const { totals } = await runQuery(
    StatsQuery.parse({
      range: { from, to: now.toISOString(), tz: publication.timeZone },
      metrics: [metric],
      filters,
      ...(isOfChange(comparison) && { compare: 'week' }),
    }),
  )
  const figure = totals.figures[metric] ?? null
  if (!isOfChange(comparison)) return { figure, before: null, value: figure }
  const before = totals.compared?.[metric] ?? null
  return { figure, before, value: changeOf(METRICS[metric].unit, figure, before) }
}

/** In percentage points of percentages, in percent of anything else; null where nothing was there to compare with. */
export function changeOf(unit: string, figure: number | null, before: number | null): number | null {
  if (figure === null || before === null) return null
  if (unit === 'percent') return figure - before
  return before === 0 ? null : (figure / before - 1) * 100
}
