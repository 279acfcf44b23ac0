import {
  type StatsResult,
  type Figures,
  MIN_SESSIONS,
} from '@half-measure/shared/stats/engine/stats-result.ts'
import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { JourneyStep } from '@half-measure/shared/stats/journeys.ts'
import type { Measured, VitalFigure } from '@half-measure/shared/stats/web-vitals.ts'
import { isOfGoals } from '../engine/dimension-values.ts'
import { isMeanOrShare } from '../engine/measures.ts'
import type { QueryEngine } from '../engine/query-engine.ts'
import { tooFewSessions } from './errors.ts'

/*
 * Viewers without an account must not be able to single out one reader. Figures of fewer than five sessions are
 * withheld: a row of a split is left out, a bucket of time or a total has no figures. A viewer who filters freely can
 * still subtract one group from another; `docs/operations/security.md` says so.
 */

/** A split's page is taken from this many rows, those with the most sessions. */
const MAX_ROWS = 1_000

/** Runs a query for an API token or a share link. */
export async function runWithoutSmallGroups(
  engine: Pick<QueryEngine, 'run'>,
  query: StatsQuery,
  signal: AbortSignal,
): Promise<StatsResult> {
  const goals: Metric[] = query.metrics.includes('revenue') ? ['goals'] : []
  const metrics: Metric[] = [...new Set<Metric>([...query.metrics, ...goals, 'sessions'])]
  const result = await engine.run(
    {
      ...query,
      metrics,
      ...(query.dimension && {
        order: { metric: 'sessions', descending: true },
        limit: Math.max(query.limit, MAX_ROWS),
        offset: 0,
      }),
    },
    signal,
    MIN_SESSIONS,
  )
  return withholdSmallGroups(query, result)
}

interface GroupedQuery extends Pick<StatsQuery, 'dimension' | 'order' | 'limit' | 'offset'> {
  readonly metrics: readonly Metric[]
}

/** @param result of the query with `sessions` added, and `goals` to `revenue`; with a dimension, all rows. */
export function withholdSmallGroups(
  query: GroupedQuery,
  { rows, row_count, totals, ...rest }: StatsResult,
): StatsResult {
  const { metrics, dimension, offset, limit } = query
  const kept = (figures: Figures): Figures => {
    const isWithheld = isSmallGroup(figures)
    return Object.fromEntries(
      metrics.map((metric) => [metric, isWithheld ? null : (figures[metric] ?? null)]),
    )
  }
  // Leaves out rows that exist only because `sessions` was added.
  const isShown = ({ figures }: { figures: Figures }) =>
    !isSmallGroup(figures) && metrics.some((metric) => isCounted(metric, figures, dimension))
  const groups = dimension ? rows.filter(isShown) : rows
  const page = groups.map(({ figures, compared, ...row }) => ({
    ...row,
    figures: kept(figures),
    ...(compared && { compared: kept(compared) }),
  }))
  return {
    ...rest,
    rows: dimension ? page.toSorted(byOrder(query)).slice(offset, offset + limit) : page,
    row_count: dimension ? page.length : row_count,
    totals: { figures: kept(totals.figures), ...(totals.compared && { compared: kept(totals.compared) }) },
  }
}

/**
 * Whether the engine returns a row for this metric alone. A mean or share of 0 is one of sessions, and goals may be worth
 * nothing.
 */
function isCounted(metric: Metric, figures: Figures, dimension: Dimension | undefined): boolean {
  const ofOthers = metric === 'conversion_rate' && isOfGoals(dimension)
  if (isMeanOrShare(metric) && !ofOthers) return (figures[metric] ?? null) !== null
  return (figures[metric === 'revenue' ? 'goals' : metric] ?? 0) !== 0
}

/** Sessions count when they begin: events in an hour without any may all be from one earlier session. */
function isSmallGroup({ sessions, ...others }: Figures): boolean {
  if (isEnough(sessions ?? 0)) return false
  return [sessions, ...Object.values(others)].some((figure) => (figure ?? 0) !== 0)
}

/** The engine's order: null last, ties by key. */
function byOrder({ order, metrics }: Pick<GroupedQuery, 'order' | 'metrics'>) {
  const metric = order?.metric ?? metrics[0] ?? 'sessions'
  const sign = order?.descending === false ? 1 : -1
  return (a: StatsResult['rows'][number], b: StatsResult['rows'][number]): number => {
    const [x, y] = [a.figures[metric] ?? null, b.figures[metric] ?? null]
    if (x !== y) return x === null ? 1 : y === null ? -1 : sign * (x - y)
    return a.key < b.key ? -1 : 1
  }
}

export function isEnough(sessions: number): boolean {
  return sessions >= MIN_SESSIONS
}

export function hasEnough({ sessions }: { readonly sessions: number }): boolean {
  return isEnough(sessions)
}

export function isNoneOrEnough(sessions: number): boolean {
  return sessions === 0 || isEnough(sessions)
}

/** @throws {ApiError} 422 `too_few_sessions` for 1 to 4, and for events of sessions that began before. */
export function assertNoneOrEnough(sessions: number, events = 0): void {
  if (sessions + events > 0 && !isEnough(sessions)) throw tooFewSessions()
}

/** Adds pages with too few sessions to the others. */
export function withoutFew({ pages, others, ended }: JourneyStep): JourneyStep {
  const few = pages.filter((page) => !hasEnough(page))
  return {
    pages: pages.filter(hasEnough),
    others: few.reduce((sum, { sessions }) => sum + sessions, others),
    ended,
  }
}

type Exposed = readonly { readonly exposures: number }[]

/** Cumulative counts by day; omits days on which an arm has few sessions, or gains few until the next day shown. */
export function withoutSmallSteps<Day extends { readonly arms: Exposed }>(
  days: readonly Day[],
  last: Exposed,
): Day[] {
  let next = last
  const isShown = ({ arms }: Day) =>
    arms.every(
      ({ exposures }, i) =>
        isNoneOrEnough(exposures) && isNoneOrEnough((next[i]?.exposures ?? 0) - exposures),
    )
  const shown: Day[] = []
  for (const day of days.toReversed()) {
    if (!isShown(day)) continue
    shown.unshift(day)
    next = day.arms
  }
  return shown
}

/** Vitals of fewer than five loads as if they had not been measured. */
export function withoutFewLoads<Group extends Measured>(group: Group): Group {
  const shown = (vital: VitalFigure) =>
    isNoneOrEnough(vital.loads) ? vital : { p75: null, loads: 0, good: 0, poor: 0 }
  return { ...group, lcp: shown(group.lcp), inp: shown(group.inp), cls: shown(group.cls) }
}
