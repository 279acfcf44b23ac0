import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import type { Answer } from '@half-measure/shared/stats/engine/answer.ts'
import type { Question } from '@half-measure/shared/stats/engine/question.ts'
import { AnswerCache, type Kept } from '../answer-cache.ts'
import type { Ask, Asked } from '../asker.ts'
import { refuseLongSeries } from '../buckets.ts'
import type { ClosedDays } from './closed-days.ts'
import { closedStretchOf } from './closed-stretch.ts'
import { comparedRange } from './compared-range.ts'
import type { VisitRows } from './choose-source.ts'
import { figuresOf, Row } from './figures.ts'
import { type Plan, planRows, planRowsOf, planTotals } from './plan.ts'
import { provenanceOf, type Step } from './provenance.ts'
import { bucketsOf, incompleteFrom, seriesOf } from './series.ts'
import { VisitVolume } from './visit-volume.ts'

/** Events may arrive this long after they happened. */
const CLOSED_AFTER_MS = 7 * 24 * 3_600_000 + 10 * 60_000
/** Nothing is added to a closed range; what is taken away or made anew clears the cache. */
const CLOSED_TTL_MS = 10 * 60_000
const LIVE_TTL_MS = 1_000

export interface AnswererTools {
  readonly ask: Ask
  readonly closedDays: ClosedDays
  /** The moment before which everything acknowledged is in the database, in milliseconds since 1970. */
  readonly asOf: () => number
  /** Another number means that the tables were changed otherwise than by new events. */
  readonly reworked: () => number
  readonly now?: () => number
}

/** Answers questions, and keeps answers for a while. */
export class Answerer {
  readonly #tools: AnswererTools
  readonly #cache = new AnswerCache<Asked<Row>>()
  readonly #volume: VisitVolume

  constructor(tools: AnswererTools) {
    this.#tools = tools
    this.#volume = new VisitVolume(tools.ask)
  }

  /** What was answered may not be true any more: rows were erased, restored or made anew. */
  forget(): void {
    this.#cache.clear()
    this.#tools.closedDays.forget()
  }

  /**
   * @param articles what the magazine has published: categories and authors are theirs.
   * @throws {ApiError} 400 where a series would be too long; 422 or 503 where a limit is hit.
   */
  async answer(question: Question, articles: readonly ListedArticle[], given: AbortSignal): Promise<Answer> {
    const began = performance.now()
    const now = this.#tools.now?.() ?? Date.now()
    if (question.interval) refuseLongSeries(question.range, question.interval)
    // One part that fails ends the others.
    const failed = new AbortController()
    const signal = AbortSignal.any([given, failed.signal])
    try {
      return await this.#answer(question, articles, now, signal, began)
    } catch (error) {
      failed.abort(error)
      throw error
    }
  }

  async #answer(
    question: Question,
    articles: readonly ListedArticle[],
    now: number,
    signal: AbortSignal,
    began: number,
  ): Promise<Answer> {
    const { range, compare, metrics, interval, dimension, offset } = question
    const steps: Step[] = []
    const run = async (plan: Plan, { to }: { to: string }) => {
      const kept = await this.#run(plan, now, to, signal)
      steps.push({ plan, kept })
      return kept.value.rows
    }
    const known = { articles, visitRows: await this.#visitRows(range, signal) }
    const other = compare && { ...question, range: comparedRange(range, compare, now) }
    const knownOfOther = other && { articles, visitRows: await this.#visitRows(other.range, signal) }

    const [[total], otherTotals, rows] = await Promise.all([
      run(planTotals(question, known), range),
      other && run(planTotals(other, knownOfOther ?? known), other.range),
      dimension || interval ? run(planRows(question, known), range) : [],
    ])
    const isBeyond = dimension && rows.length === 0 && offset > 0
    const [first] = isBeyond ? await run(planRows({ ...question, offset: 0 }, known), range) : rows
    const keys = rows.map(({ key }) => key)
    const otherRows =
      other && keys.length > 0 ? await run(planRowsOf(keys, other, knownOfOther ?? known), other.range) : []
    const otherByKey = new Map(otherRows.map((row) => [row.key, row]))

    return {
      rows: interval
        ? seriesOf({ ...question, interval }, rows, other && otherRows)
        : rows.map((row) => ({
            key: row.key,
            figures: figuresOf(metrics, row),
            ...(other && { compared: figuresOf(metrics, otherByKey.get(row.key)) }),
          })),
      row_count: interval ? bucketsOf(range, interval).length : (first?.row_count ?? 0),
      totals: {
        figures: figuresOf(metrics, total),
        ...(otherTotals && { compared: figuresOf(metrics, otherTotals[0]) }),
      },
      compared_range: other ? { from: other.range.from, to: other.range.to } : null,
      incomplete_from: incompleteFrom(question, now),
      provenance: provenanceOf(steps, performance.now() - began),
    }
  }

  async #visitRows(range: { from: string; to: string }, signal: AbortSignal): Promise<VisitRows> {
    const all = await this.#volume.rowsIn(range, signal)
    const days = await this.#tools.closedDays.read(signal)
    const stretch = closedStretchOf(days, range)
    if (!stretch) return { all }
    const between = { from: new Date(stretch.from).toISOString(), to: new Date(stretch.to).toISOString() }
    return { all, closed: { stretch, rows: await this.#volume.rowsIn(between, signal) } }
  }

  #run({ statement }: Plan, now: number, to: string, signal: AbortSignal): Promise<Kept<Asked<Row>>> {
    const key = `${this.#tools.reworked()}\n${statement.sql}\n${JSON.stringify(statement.params)}`
    const isClosed = Date.parse(to) + CLOSED_AFTER_MS < now
    return this.#cache.get(
      key,
      isClosed ? CLOSED_TTL_MS : LIVE_TTL_MS,
      this.#tools.asOf,
      (running) => this.#tools.ask({ name: 'question', ...statement, row: Row }, running),
      signal,
    )
  }
}
