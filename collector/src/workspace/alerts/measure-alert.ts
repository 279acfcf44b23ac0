import {
  type AlertDraft,
  type AlertMetric,
  isChangeComparison,
  isAudienceMetric,
  supportsChange,
} from '@half-measure/shared/reports/alert-rule.ts'
import { isBeyond, type Threshold } from '@half-measure/shared/reports/alert-threshold.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { MIN_RATE_SESSIONS } from '@half-measure/shared/stats/chance.ts'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'

/** Standard deviations that two counts hardly ever differ by, although a rule compares them 2,016 times a week. */
const NOTABLE_DEVIATIONS = 4.5

/** The variance of a count of views, clicks or goals, as a multiple of it: they come several to a session. */
const GROUPED_VARIANCE = 2.5

/** Figures that end longer before their window does are unknown. Events are usually loaded within seconds. */
const MAX_LAG_MS = 2 * 60_000

/** Sources of figures. */
export interface MetricSources {
  /** @param minSessions means and shares of fewer are null. */
  readonly runStatsQuery: (query: StatsQuery, minSessions?: number) => Promise<StatsResult>
  readonly delivery: () => Promise<Delivery>
}

/** The figures of a rule at one moment. */
export interface Measurement {
  /** Null if there was nothing to divide by, or a rate or mean was of too few sessions. */
  readonly figure: number | null
  /** The figure a week before; null if the rule is not about a change, or there was none. */
  readonly before: number | null
  /** The figure or its change, which is compared with the threshold. Null if unknown. */
  readonly value: number | null
  /** Why the value is unknown: events are not loaded yet, were not counted, or the sessions of a rate or mean too few. */
  readonly missing?: 'events' | 'counting' | 'sessions'
  /** For a change of estimated value, the numbers of goals that add up to it, now and a week before. */
  readonly counts?: { readonly figure: number; readonly before: number }
}

/** The rule's metric over the window that ends now and, for a change, over an equal window a week before. */
export async function measureAlert(
  { runStatsQuery, delivery }: MetricSources,
  { metric, comparison, window_minutes, filters }: Omit<AlertDraft, 'threshold'>,
  now: Date,
): Promise<Measurement> {
  if (!isAudienceMetric(metric)) {
    const figure = (await delivery())[metric]
    return { figure, before: null, value: figure }
  }
  const isChange = isChangeComparison(comparison)
  const isSum = isChange && metric === 'revenue'
  const isRate = !supportsChange(metric)
  const resultUntil = async (to: number) => {
    const range = {
      from: new Date(to - window_minutes * 60_000).toISOString(),
      to: new Date(to).toISOString(),
      tz: publication.timeZone,
    }
    const { totals, rows, counted_since, provenance } = await runStatsQuery(
      StatsQuery.parse({
        range,
        filters,
        metrics: [metric, ...(isSum ? ['goals'] : [])],
        ...(isSum && { dimension: 'event_type' }),
      }),
      // By the engine, which knows what each is of: reading shares are of the sessions that opened an article.
      isRate ? MIN_RATE_SESSIONS : 0,
    )
    const isCounted = counted_since !== null && Date.parse(counted_since) <= Date.parse(range.from)
    const isBehind = Date.parse(provenance.as_of) < to - MAX_LAG_MS
    const valued = rows.filter(({ figures }) => (figures.revenue ?? 0) > 0)
    return {
      figure: totals.figures[metric] ?? null,
      goals: valued.reduce((sum, { figures }) => sum + (figures.goals ?? 0), 0),
      isCounted,
      isBehind,
    }
  }
  const { figure, goals, isCounted, isBehind } = await resultUntil(now.getTime())
  if (isBehind) return { figure, before: null, value: null, missing: 'events' }
  // Where counting only began within the window, there was more. What is above a threshold without it is above it.
  if (comparison === 'below' && !isCounted) return { figure, before: null, value: null, missing: 'counting' }
  if (isRate && figure === null) return { figure, before: null, value: null, missing: 'sessions' }
  if (!isChange) return { figure, before: null, value: figure }
  const earlier = await resultUntil(aWeekBefore(now))
  // If counting only began within that window, any later week would be up.
  const before = earlier.isCounted ? earlier.figure : null
  const change = { figure, before, value: changeOf(figure, before) }
  return isSum ? { ...change, counts: { figure: goals, before: earlier.goals } } : change
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
 * a margin. A change that may be chance does not raise it; pounds cannot show that, so estimated value is judged by
 * the goals of the types that carry one. An unknown value changes nothing.
 */
export function isRaised(
  rule: Threshold,
  { figure, before, value, counts = { figure: figure ?? 0, before: before ?? 0 } }: Measurement,
  wasRaised: boolean,
): boolean {
  if (value === null) return wasRaised
  if (isChangeComparison(rule.comparison) && !wasRaised && isByChance(rule.metric, counts)) return false
  return isBeyond(rule, value, wasRaised)
}

function isByChance(metric: AlertMetric, { figure, before }: NonNullable<Measurement['counts']>): boolean {
  const variance = (figure + before) * (metric === 'sessions' ? 1 : GROUPED_VARIANCE)
  return Math.abs(figure - before) <= NOTABLE_DEVIATIONS * Math.sqrt(variance)
}
