import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Answer, type Figures } from '@half-measure/shared/stats/engine/answer.ts'
import { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { Question } from '@half-measure/shared/stats/engine/question.ts'
import { expect } from 'vitest'
import { migrateClickHouse } from '../../src/warehouse/clickhouse/migrate.ts'
import type { ClickHouse } from '../../src/warehouse/clickhouse/clickhouse.ts'
import { openClickHouse } from '../../src/warehouse/clickhouse/open-clickhouse.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { openStatistics, type Statistics } from '../../src/analytics/statistics.ts'
import { SessionKeeper } from '../../src/warehouse/sessions/session-keeper.ts'
import { ARTICLES, type Happening } from './happenings.ts'
import { GOALS, QuestionOracle } from './oracle/question-oracle.ts'
import { storeHappenings } from './store-happenings.ts'

/** A question; what a test does not care about is left out. */
export type Asked = Pick<Question, 'metrics'> &
  Partial<Omit<Question, 'range'>> & { range?: Partial<Question['range']> }

/** The statistics on the embedded engine, with events in it, and without everything before the tables. */
export class EngineStack implements AsyncDisposable {
  readonly clickhouse: ClickHouse
  readonly statistics: Statistics
  readonly #directory: string
  readonly #happenings: readonly Happening[]
  readonly #range: { readonly from: string; readonly to: string }

  /**
   * @param range of queries that name none, milliseconds since 1970.
   * @param finished sessions are finished as they are at this moment.
   * @param lateEvery one in so many events comes late for them.
   */
  static async open(
    happenings: readonly Happening[],
    range: { from: number; to: number },
    finished?: number,
    lateEvery = Number.POSITIVE_INFINITY,
  ): Promise<EngineStack> {
    const directory = await mkdtemp(join(tmpdir(), 'half-measure-engine-'))
    const clickhouse = await openClickHouse({ kind: 'embedded', path: join(directory, 'clickhouse') })
    await migrateClickHouse(clickhouse.migrator, createLogger('silent'))
    const isLate = (_: Happening, i: number) => i > 0 && i % lateEvery === 0
    await storeHappenings(
      clickhouse.writer,
      happenings.filter((happening, i) => !isLate(happening, i)),
    )
    if (finished !== undefined) {
      await keeperAt(clickhouse, finished).finish()
      await storeHappenings(clickhouse.writer, happenings.filter(isLate), range.to)
    }
    return new EngineStack(directory, clickhouse, happenings, range)
  }

  private constructor(
    directory: string,
    clickhouse: ClickHouse,
    happenings: readonly Happening[],
    { from, to }: { from: number; to: number },
  ) {
    this.clickhouse = clickhouse
    this.statistics = openStatistics(clickhouse, {
      log: createLogger('silent'),
      asOf: Date.now,
      reworked: () => 0,
      goals: () => Promise.resolve(GOALS),
    })
    this.#directory = directory
    this.#happenings = happenings
    this.#range = { from: iso(from), to: iso(to) }
  }

  questionOf(asked: Asked): Question {
    return Question.parse({ limit: 1_000, ...asked, range: { ...this.#range, ...asked.range } })
  }

  async answer(asked: Asked, signal = new AbortController().signal): Promise<Answer> {
    return Answer.parse(await this.statistics.engine.run(this.questionOf(asked), ARTICLES, signal))
  }

  /** Expects every figure of the answer to be that of the events. */
  async expectRight(asked: Asked): Promise<Answer> {
    const question = this.questionOf(asked)
    const answer = await this.answer(asked)
    const oracle = this.#oracle(question, question.range)
    const other =
      answer.compared_range && this.#oracle(question, { ...question.range, ...answer.compared_range })
    expectClose(answer.totals.figures, oracle.totals(question.metrics))
    if (other) expectClose(answer.totals.compared, other.totals(question.metrics))
    expectBreakdown(question, answer, oracle, other)
    expectSeries(question, answer, oracle, other)
    return answer
  }

  #oracle({ filters }: Question, range: Question['range']): QuestionOracle {
    return new QuestionOracle(this.#happenings, { filters, range }, ARTICLES)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.statistics.close()
    await this.clickhouse.close()
    await rm(this.#directory, { recursive: true, force: true })
  }
}

/** Finishes sessions as at a moment, milliseconds since 1970. */
function keeperAt(clickhouse: ClickHouse, now: number): SessionKeeper {
  return new SessionKeeper({
    client: clickhouse.migrator,
    collectorId: 'this-collector',
    log: createLogger('silent'),
    now: () => now,
  })
}

function expectBreakdown(
  { dimension, metrics }: Question,
  { rows, row_count }: Answer,
  oracle: QuestionOracle,
  other: QuestionOracle | null,
): void {
  if (!dimension) return
  const expected = oracle.breakdown(dimension, metrics)
  expect(rows.map(({ key }) => key).sort()).toEqual([...expected.keys()].sort())
  expect(row_count).toBe(expected.size)
  for (const { key, figures } of rows) expectClose(figures, expected.get(key), key)
  const compared = other?.breakdown(dimension, metrics)
  for (const row of compared ? rows : [])
    expectClose(row.compared, compared?.get(row.key) ?? emptyOf(metrics), row.key)
}

function expectSeries(
  { interval, metrics }: Question,
  { rows }: Answer,
  oracle: QuestionOracle,
  other: QuestionOracle | null,
): void {
  if (!interval) return
  const expected = oracle.series(interval, metrics)
  expect(rows.map(({ key }) => Date.parse(key))).toEqual(expect.arrayContaining([...expected.keys()]))
  for (const { key, figures } of rows)
    expectClose(figures, expected.get(Date.parse(key)) ?? emptyOf(metrics), key)
  const compared = other?.series(interval, metrics)
  for (const { compared_key, compared: figures } of rows) {
    if (compared && compared_key !== undefined)
      expectClose(figures, compared.get(Date.parse(compared_key)) ?? emptyOf(metrics), compared_key)
  }
}

function expectClose(figures: Figures | undefined, expected: Figures | undefined, where = 'totals'): void {
  for (const metric of Metric.options) {
    const [given, wanted] = [figures?.[metric], expected?.[metric]]
    const isClose =
      typeof given === 'number' && typeof wanted === 'number'
        ? Math.abs(given - wanted) < 1e-5
        : given === wanted
    if (!isClose) expect({ where, [metric]: given }).toEqual({ where, [metric]: wanted })
  }
}

/** The figures of nothing at all. */
function emptyOf(metrics: readonly Metric[]): Figures {
  const counts: readonly Metric[] = ['page_views', 'sessions', 'clicks', 'conversions', 'revenue']
  return Object.fromEntries(metrics.map((metric) => [metric, counts.includes(metric) ? 0 : null]))
}

export function iso(at: number): string {
  return new Date(at).toISOString()
}
