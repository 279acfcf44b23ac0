import {
  type AlertDraft,
  isChangeComparison,
  isAudienceMetric,
} from '@half-measure/shared/reports/alert-rule.ts'
import { publication } from '@half-measure/shared/publication.ts'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'

/** Hysteresis: how far past its threshold a value has to return before the alert ends, as a share of it. */
const MARGIN = 0.1

/** Where figures come from. */
export interface MetricSources {
  readonly runStatsQuery: (query: StatsQuery) => Promise<StatsResult>
  readonly delivery: () => Promise<Delivery>
}

/** The figures of a rule at one moment. */
export interface Measurement {
  /** Null if there was nothing to divide by. */
  readonly figure: number | null
  /** The same a week before; null where the rule is not about a change, or there was none. */
  readonly before: number | null
  /** What the threshold is compared with: the figure or its change. Null where it is unknown. */
  readonly value: number | null
}

/** The rule's metric over the window that ends now and, for a change, over one as long that ended a week before. */
export async function measureAlert(
  { runStatsQuery, delivery }: MetricSources,
  { metric, comparison, window_minutes, filters }: Omit<AlertDraft, 'threshold'>,
  now: Date,
): Promise<Measurement> {
  if (!isAudienceMetric(metric)) {
    const figure = (await delivery())[metric]
    return { figure, before: null, value: figure }
  }
  const figureUntil = async (to: number) => {
    const range = {
      from: new Date(to - window_minutes * 60_000).toISOString(),
      to: new Date(to).toISOString(),
      tz: publication.timeZone,
    }
    const { totals } = await runStatsQuery(StatsQuery.parse({ range, metrics: [metric], filters }))
    return totals.figures[metric] ?? null
  }
  const figure = await figureUntil(now.getTime())
  if (!isChangeComparison(comparison)) return { figure, before: null, value: figure }
  const before = await figureUntil(aWeekBefore(now))
  return { figure, before, value: changeOf(figure, before) }
}

/** The same time of the same weekday, whatever the clocks did in between. Milliseconds since 1970. */
function aWeekBefore(now: Date): number {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(publication.timeZone)
  return local.subtract({ weeks: 1 }).epochMilliseconds
}

/** In percent; null without anything to compare with. */
export function changeOf(figure: number | null, before: number | null): number | null {
  if (figure === null || before === null || before === 0) return null
  return (figure / before - 1) * 100
}

/**
 * Whether the alert is raised. A value that fluctuates around its threshold raises it once: it ends after a return by
 * a margin. An unknown value changes nothing.
 *
 * @param value the figure or, for `down` and `up`, its change.
 */
export function isRaised(
  { comparison, threshold }: Pick<AlertDraft, 'comparison' | 'threshold'>,
  value: number | null,
  wasRaised: boolean,
): boolean {
  if (value === null) return wasRaised
  const margin = wasRaised ? threshold * MARGIN : 0
  switch (comparison) {
    case 'above':
    case 'up':
      return value > threshold - margin
    case 'below':
      return value < threshold + margin
    case 'down':
      return value < margin - threshold
  }
}
