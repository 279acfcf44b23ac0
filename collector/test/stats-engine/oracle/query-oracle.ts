import type { Goals } from '@half-measure/shared/stats/goals.ts'
import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import type { Figures } from '@half-measure/shared/stats/engine/stats-result.ts'
import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Filter, StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { ACTIONS, valuesOf } from './dimension-values.ts'
import { FilterOracle } from './filter-oracle.ts'
import { SessionSums } from './session-sums.ts'
import type { Session } from './sessions.ts'

/**
 * Computes query results from a list in memory, session by session, from the definitions of sessions, metrics and
 * dimensions. It shares nothing with the planner.
 */
export class QueryOracle {
  readonly #range: StatsQuery['range']
  readonly #filters: readonly Filter[]
  readonly #articles: readonly ListedArticle[]
  readonly #goals: Goals
  readonly #sessions: readonly Session[]
  readonly #isInRange: (at: number) => boolean
  readonly #minSessions: number

  /** @param minSessions means and shares of fewer are null. */
  constructor(
    sessions: readonly Session[],
    { range, filters }: Pick<StatsQuery, 'range' | 'filters'>,
    articles: readonly ListedArticle[],
    goals: Goals,
    minSessions = 0,
  ) {
    this.#range = range
    this.#minSessions = minSessions
    this.#filters = filters
    this.#articles = articles
    this.#goals = goals
    const [from, to] = [Date.parse(range.from), Date.parse(range.to)]
    this.#isInRange = (at) => at >= from && at < to
    this.#sessions = sessions.filter(
      ({ bot, startedAt, endedAt }) =>
        (range.bots === 'include' || !bot) && startedAt < to && endedAt >= from,
    )
  }

  totals(metrics: readonly Metric[]): Figures {
    return this.#only(metrics, this.#count(this.#filters))
  }

  /** Figures by value. A value is there if anything that these metrics are made of is more than nothing. */
  breakdown(dimension: Dimension, metrics: readonly Metric[]): Map<string, Figures> {
    const rows = new Map<string, Figures>()
    const context = { tz: this.#range.tz, articles: this.#articles }
    const isOfGoals = ACTIONS[dimension]?.kind === 'conversions'
    for (const value of valuesOf(dimension, this.#sessions, context)) {
      const sums = this.#count([...this.#filters, { operator: 'is', dimension, values: [value] }])
      if (metrics.some((metric) => sums.isThere(metric, isOfGoals)))
        rows.set(value, this.#only(metrics, sums))
    }
    return rows
  }

  /** Figures by the start of the bucket, in milliseconds: those of every bucket with a moment of any session. */
  series(startOfBucket: (at: number) => number, metrics: readonly Metric[]): Map<number, Figures> {
    const startOf = new Map<number, number>()
    /** Those with an event in it: of others it counts nothing. */
    const sessionsIn = new Map<number, Set<Session>>()
    for (const session of this.#sessions)
      for (const { at } of session.events) {
        const start = startOf.get(at) ?? startOfBucket(at)
        startOf.set(at, start)
        if (this.#isInRange(at)) sessionsIn.set(start, (sessionsIn.get(start) ?? new Set()).add(session))
      }
    const figuresOf = (start: number, sessions: Iterable<Session>) =>
      this.#only(
        metrics,
        this.#count(this.#filters, sessions, (at) => startOf.get(at) === start),
      )
    return new Map([...sessionsIn].map(([start, sessions]) => [start, figuresOf(start, sessions)]))
  }

  /** @param isInBucket cuts the range. */
  #count(
    filters: readonly Filter[],
    sessions: Iterable<Session> = this.#sessions,
    isInBucket: (at: number) => boolean = () => true,
  ): SessionSums {
    const keptBy = new FilterOracle(filters, { tz: this.#range.tz, articles: this.#articles })
    const sums = new SessionSums(keptBy, this.#goals, (at) => this.#isInRange(at) && isInBucket(at))
    for (const session of sessions) sums.add(session)
    return sums
  }

  #only(metrics: readonly Metric[], sums: SessionSums): Figures {
    const isEnough = (metric: Metric) => sums.sessionsOf(metric) >= this.#minSessions
    return Object.fromEntries(
      metrics.map((metric) => [metric, isEnough(metric) ? sums.figures[metric] : null]),
    )
  }
}
