import { publication } from '@half-measure/shared/publication.ts'
import type { PageTitles } from '@half-measure/shared/stats/articles.ts'
import type { Coverage } from '@half-measure/shared/stats/coverage.ts'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import type { StatsResult, Figures } from '@half-measure/shared/stats/engine/stats-result.ts'
import { titledLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { type Metric, REPORTED_METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { z } from 'zod'
import type { MetricSources } from '../alerts/measure-alert.ts'
import type { ReportWeek } from './report-week.ts'

export interface WeeklyFigures {
  readonly week: ReportWeek
  /** Everything that arrived before this moment is counted, ISO 8601. */
  readonly asOf: string
  readonly totals: Figures
  /** Totals of the week before; empty if the week's own are not complete. */
  readonly before: Figures
  /** When counting began, ISO 8601; null where nothing was counted yet. */
  readonly countedSince: string | null
  readonly articles: readonly Ranked[]
  readonly channels: readonly Ranked[]
  /** By type of conversion. */
  readonly goals: readonly Ranked[]
  /** Undefined while ClickHouse is unavailable. */
  readonly coverage: WeeklyCoverage | undefined
  /** Undefined while ClickHouse is unavailable. */
  readonly delivery: Delivery | undefined
}

/** Coverage of the week and of the week before. */
type WeeklyCoverage = Pick<Coverage, 'totals' | 'compared'>

export type ReadCoverage = (week: ReportWeek) => Promise<WeeklyCoverage>

/** A value of a dimension, in words, and its count. */
export interface Ranked {
  readonly name: string
  readonly count: number
}

export interface ReportSources extends MetricSources {
  readonly coverage: ReadCoverage
  readonly titles: PageTitles
}

/** @returns undefined while events of the week are waiting to be loaded, unless this is the last day. */
export async function weeklyFigures(
  { runStatsQuery, delivery, coverage, titles }: ReportSources,
  week: ReportWeek,
): Promise<WeeklyFigures | undefined> {
  const query = (part: Partial<z.input<typeof StatsQuery>>) =>
    runStatsQuery(
      StatsQuery.parse({
        range: { from: week.from, to: week.to, tz: publication.timeZone },
        metrics: ['sessions'],
        limit: 5,
        ...part,
      }),
    )
  // First, because it may be queried every minute until the week is complete.
  const totals = await query({ metrics: [...REPORTED_METRICS], compare: 'previous' })
  const { as_of: asOf } = totals.provenance
  const behind = isBehind({ asOf, week })
  if (behind && week.canWait) return undefined
  const [pages, channels, goals, covered, delivered] = await Promise.all([
    query({
      dimension: 'page',
      // Everything listed as an article has a category, the review included.
      filters: [{ operator: 'is_not', dimension: 'category', values: [''] }],
    }),
    query({ dimension: 'channel' }),
    query({ dimension: 'event_type', metrics: ['goals'] }),
    coverage(week).catch(() => undefined),
    delivery().catch(() => undefined),
  ])
  const labelOf = titledLabel(titles)
  return {
    week,
    asOf,
    totals: totals.totals.figures,
    before: behind ? {} : (totals.totals.compared ?? {}),
    countedSince: totals.counted_since,
    articles: ranked(pages, 'sessions', (path) => labelOf('page', path)),
    channels: ranked(channels, 'sessions', (channel) => labelOf('channel', channel)),
    goals: ranked(goals, 'goals', (type) => labelOf('event_type', type)),
    coverage: covered,
    delivery: delivered,
  }
}

/** Whether events of the week are still waiting to be loaded. */
export function isBehind({ asOf, week }: Pick<WeeklyFigures, 'asOf' | 'week'>): boolean {
  return Date.parse(asOf) < Date.parse(week.to)
}

function ranked({ rows }: StatsResult, metric: Metric, labelOf: (key: string) => string): Ranked[] {
  return rows.map(({ key, figures }) => ({ name: labelOf(key), count: figures[metric] ?? 0 }))
}
