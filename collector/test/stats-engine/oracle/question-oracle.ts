import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import type { Figures } from '@half-measure/shared/stats/engine/answer.ts'
import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Bucket, Filter, Question } from '@half-measure/shared/stats/engine/question.ts'
import type { Happening } from '../happenings.ts'
import { bucketStart } from './bucket-start.ts'
import { ACTIONS, valuesOf } from './dimension-values.ts'
import { KeptBy } from './kept-by.ts'
import { type AllFigures, SessionSums } from './session-sums.ts'

/**
 * Answers questions from a list in memory, session by session, from what the metrics and dimensions are said to mean.
 * It shares nothing with the planner.
 */
export class QuestionOracle {
  readonly #range: Question['range']
  readonly #filters: readonly Filter[]
  readonly #articles: readonly ListedArticle[]
  readonly #sessions: ReadonlyMap<string, readonly Happening[]>
  readonly #everything: readonly Happening[]

  constructor(
    happenings: readonly Happening[],
    { range, filters }: Pick<Question, 'range' | 'filters'>,
    articles: readonly ListedArticle[],
  ) {
    const [from, to] = [Date.parse(range.from), Date.parse(range.to)]
    this.#everything = happenings
    this.#range = range
    this.#filters = filters
    this.#articles = articles
    const seen = happenings
      .filter(({ at, bot }) => at >= from && at < to && (range.bots === 'include' || !bot))
      .sort((one, other) => one.at - other.at)
    this.#sessions = Map.groupBy(seen, ({ session }) => session)
  }

  totals(metrics: readonly Metric[]): Figures {
    return only(metrics, this.#count())
  }

  /** Figures by value. A value is there if anything that these metrics count has it. */
  breakdown(dimension: Dimension, metrics: readonly Metric[]): Map<string, Figures> {
    const rows = new Map<string, Figures>()
    const surroundings = { tz: this.#range.tz, articles: this.#articles }
    for (const value of valuesOf(dimension, this.#sessions.values(), surroundings)) {
      const added: Filter = { operator: 'is', dimension, values: [value] }
      const question = { range: this.#range, filters: [...this.#filters, added] }
      const figures = new QuestionOracle(this.#everything, question, this.#articles).#count()
      const isOfConversions = ACTIONS[dimension]?.kind === 'conversions'
      if (metrics.some((metric) => isThere(metric, figures, isOfConversions)))
        rows.set(value, only(metrics, figures))
    }
    return rows
  }

  /** Figures by the start of the bucket, in milliseconds; those without any event are left out. */
  series(interval: Bucket, metrics: readonly Metric[]): Map<number, Figures> {
    const startOf = new Map<number, number>()
    for (const { at } of [...this.#sessions.values()].flat())
      startOf.set(at, bucketStart(at, interval, this.#range.tz))
    const figuresOf = (start: number) =>
      only(
        metrics,
        this.#count((at) => startOf.get(at) === start),
      )
    return new Map([...new Set(startOf.values())].map((start) => [start, figuresOf(start)]))
  }

  /** @param isInBucket cuts what is counted, and not who is kept. */
  #count(isInBucket: (at: number) => boolean = () => true): AllFigures {
    const sums = new SessionSums(new KeptBy(this.#filters, { tz: this.#range.tz, articles: this.#articles }))
    for (const session of this.#sessions.values()) {
      sums.add(
        session,
        session.filter(({ at }) => isInBucket(at)),
      )
    }
    return sums.figures
  }
}

/** Whether a row is there for the sake of a metric. */
function isThere(metric: Metric, figures: AllFigures, isOfConversions: boolean): boolean {
  switch (metric) {
    case 'clicks':
      return (figures.clicks ?? 0) > 0
    case 'conversions':
    case 'revenue':
      return (figures.conversions ?? 0) > 0
    case 'scroll_depth':
      return figures.scroll_depth !== null
    case 'conversion_rate':
      return isOfConversions ? (figures.conversion_rate ?? 0) > 0 : figures.conversion_rate !== null
    default:
      return (figures.sessions ?? 0) > 0
  }
}

function only(metrics: readonly Metric[], figures: AllFigures): Figures {
  return Object.fromEntries(metrics.map((metric) => [metric, figures[metric]]))
}
