import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { StatsResult, type Figures } from '@half-measure/shared/stats/engine/stats-result.ts'
import { DEFAULT_GOALS, type Goals } from '@half-measure/shared/stats/goals.ts'
import { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { type Bucket, StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { expect } from 'vitest'
import type { ClickHouseConfig } from '../../src/config/config.ts'
import { migrateClickHouse } from '../../src/warehouse/clickhouse/migrate.ts'
import type { ClickHouse, Clients } from '../../src/warehouse/clickhouse/clickhouse.ts'
import { openClickHouse } from '../../src/warehouse/clickhouse/open-clickhouse.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { openStatistics, type Statistics } from '../../src/analytics/statistics.ts'
import { SessionBuilder } from '../../src/warehouse/sessions/session-builder.ts'
import { ClickHouseServer } from '../faults/harness/clickhouse-server.ts'
import { ARTICLES, type AnyEvent } from './random-events.ts'
import { bucketStart } from './oracle/bucket-start.ts'
import { QueryOracle } from './oracle/query-oracle.ts'
import { type Session, sessionsOf } from './oracle/sessions.ts'
import { storeByShard } from './store-events.ts'

/** A query; what a test does not care about is left out. */
export type TestQuery = Pick<StatsQuery, 'metrics'> &
  Partial<Omit<StatsQuery, 'range'>> & { range?: Partial<StatsQuery['range']> }

interface EngineStackOptions {
  readonly finished?: number
  readonly lateEvery?: number
  readonly freshMs?: number
  readonly config?: ClickHouseConfig
}

/** Right figures are right on a busy machine as well. */
const NO_TIMEOUT = { seconds: 3_600 }

/** The statistics with events in it, and without everything before the tables. */
export class EngineStack implements AsyncDisposable {
  readonly clickhouse: ClickHouse
  /** What counts as a goal from the next query on. */
  goals: Goals = DEFAULT_GOALS
  readonly statistics: Statistics
  readonly #sessions: readonly Session[]
  readonly #range: { readonly from: string; readonly to: string }
  /** The hour of the first page view. */
  readonly #countedSince: number
  /** When the last query ran: what begins later is not counted. */
  #ranAt = 0

  /**
   * @param range of queries that name none, milliseconds since 1970.
   * @param options.finished sessions are finished as they are at this moment.
   * @param options.lateEvery one in this many events comes late for them.
   * @param options.freshMs how long sessions that were read serve all queries.
   * @param options.config of an empty ClickHouse, in place of the server of this process.
   */
  static async open(
    events: readonly AnyEvent[],
    range: { from: number; to: number },
    { finished, lateEvery = Number.POSITIVE_INFINITY, freshMs, config }: EngineStackOptions = {},
  ): Promise<EngineStack> {
    const clickhouse = await openClickHouse(
      config ?? { kind: 'server', url: (await ClickHouseServer.lend()).url },
    )
    for (const shard of clickhouse.shards)
      await migrateClickHouse(shard, createLogger('silent'), clickhouse.cluster)
    const isLate = (_: AnyEvent, i: number) => i > 0 && i % lateEvery === 0
    await storeByShard(
      clickhouse,
      events.filter((event, i) => !isLate(event, i)),
    )
    if (finished !== undefined) {
      for (const shard of clickhouse.shards) await builderAt(shard, finished).finish()
      await storeByShard(clickhouse, events.filter(isLate), range.to)
    }
    return new EngineStack(clickhouse, events, range, freshMs)
  }

  private constructor(
    clickhouse: ClickHouse,
    events: readonly AnyEvent[],
    { from, to }: { from: number; to: number },
    freshMs: number | undefined,
  ) {
    this.clickhouse = clickhouse
    this.statistics = openStatistics(clickhouse, {
      log: createLogger('silent'),
      asOf: Date.now,
      now: () => (this.#ranAt = Date.now()),
      tablesVersion: () => 0,
      goals: () => Promise.resolve(this.goals),
      articles: ARTICLES,
      limits: NO_TIMEOUT,
      ...(freshMs !== undefined && { freshMs }),
    })
    this.#sessions = sessionsOf(events)
    const first = Math.min(...events.flatMap(({ kind, at }) => (kind === 'views' ? at : [])))
    this.#countedSince = first - (first % HOUR_MS)
    this.#range = { from: iso(from), to: iso(to) }
  }

  queryOf(given: TestQuery): StatsQuery {
    return StatsQuery.parse({ limit: 1_000, ...given, range: { ...this.#range, ...given.range } })
  }

  async run(given: TestQuery, signal = new AbortController().signal, minSessions = 0): Promise<StatsResult> {
    return StatsResult.parse(await this.statistics.engine.run(this.queryOf(given), signal, minSessions))
  }

  /**
   * Expects every figure of the result to be that of the events.
   *
   * @param minSessions a split has no rows of fewer, and means and shares of fewer are null.
   */
  async expectRight(given: TestQuery, minSessions = 0): Promise<StatsResult> {
    const query = this.queryOf(given)
    const result = await this.run(given, undefined, minSessions)
    const since = this.#countedSince
    expect(result.counted_since).toBe(iso(since))
    const oracle = this.#oracle(query, query.range, minSessions)
    expectClose(result.totals.figures, oracle.totals(query.metrics))
    const { compared_range } = result
    const other = compared_range && {
      oracle: this.#oracle(query, { ...query.range, ...compared_range }, minSessions),
      isCounted: isCountedOf(compared_range, since),
    }
    if (other)
      expectClose(
        result.totals.compared,
        other.isCounted ? other.oracle.totals(query.metrics) : notCounted(query.metrics),
      )
    expectBreakdown(query, result, oracle, other, minSessions)
    expectSeries(query, result, oracle, other, { since, until: this.#ranAt })
    return result
  }

  #oracle({ filters }: StatsQuery, range: StatsQuery['range'], minSessions: number): QueryOracle {
    return new QueryOracle(this.#sessions, { filters, range }, ARTICLES, this.goals, minSessions)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.statistics.close()
    await this.clickhouse.close()
  }
}

/** Finishes sessions as at a moment, milliseconds since 1970. */
function builderAt(clickhouse: Clients, now: number): SessionBuilder {
  return new SessionBuilder({
    client: clickhouse.migrator,
    collectorId: 'this-collector',
    log: createLogger('silent'),
    now: () => now,
  })
}

function expectBreakdown(
  { dimension, metrics }: StatsQuery,
  { rows, row_count }: StatsResult,
  oracle: QueryOracle,
  other: Other | null,
  minSessions: number,
): void {
  if (!dimension) return
  const isShown = ({ sessions }: Figures) => minSessions === 0 || (sessions ?? 0) >= minSessions
  const expected = new Map(
    [...oracle.breakdown(dimension, metrics)].filter(([, figures]) => isShown(figures)),
  )
  expect(rows.map(({ key }) => key).sort()).toEqual([...expected.keys()].sort())
  expect(row_count).toBe(expected.size)
  for (const { key, figures } of rows) expectClose(figures, expected.get(key), key)
  const compared = other?.oracle.breakdown(dimension, metrics)
  for (const row of compared ? rows : [])
    expectClose(
      row.compared,
      other?.isCounted ? (compared?.get(row.key) ?? emptyOf(metrics)) : notCounted(metrics),
      row.key,
    )
}

function expectSeries(
  { interval, metrics, range }: StatsQuery,
  { rows, compared_range }: StatsResult,
  oracle: QueryOracle,
  other: Other | null,
  { since, until }: { readonly since: number; readonly until: number },
): void {
  if (!interval) return
  const expected = oracle.series((at) => bucketStart(at, interval, range.tz), metrics)
  const buckets = new Set(rows.map(({ key }) => Date.parse(key)))
  expect([...expected.keys()].filter((start) => !buckets.has(start))).toEqual([])
  for (const [i, { key, figures }] of rows.entries()) {
    const start = Date.parse(key)
    const end = Date.parse(rows[i + 1]?.key ?? '9999-12-31')
    const isOutside = start > until || end <= since
    expectClose(figures, isOutside ? notCounted(metrics) : (expected.get(start) ?? emptyOf(metrics)), key)
  }
  const compared = other?.oracle.series(comparedBucketOf(interval, range, rows), metrics)
  for (const { compared_key, compared: figures } of rows) {
    if (!compared || compared_key === undefined) continue
    const start = Date.parse(compared_key)
    const isIn = start < Date.parse(compared_range?.to ?? '') && (other?.isCounted || start >= since)
    expectClose(figures, isIn ? (compared.get(start) ?? emptyOf(metrics)) : notCounted(metrics), compared_key)
  }
}

/**
 * The start of the bucket that a moment of the range compared with is in. Where the rows name times that begin no bucket
 * of the calendar, each bucket ends where the next begins, the last after as long as the one beside it.
 */
function comparedBucketOf(
  interval: Bucket,
  { to, tz }: StatsQuery['range'],
  rows: StatsResult['rows'],
): (at: number) => number {
  const starts = rows.flatMap(({ compared_key }) =>
    compared_key === undefined ? [] : Date.parse(compared_key),
  )
  const own = (at: number) => bucketStart(at, interval, tz)
  if (starts.every((start) => own(start) === start)) return own
  const clock = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(tz).toPlainDateTime()
  const last = rows[starts.length - 1]?.key ?? ''
  const length = clock(Date.parse(last)).until(clock(Date.parse(rows[starts.length]?.key ?? to)))
  const end = clock(starts.at(-1) ?? 0)
    .add(length)
    .toZonedDateTime(tz).epochMilliseconds
  return (at) => (at < end ? (starts.findLast((start) => start <= at) ?? Number.NaN) : Number.NaN)
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

/** Counting began in the first seventh of a range, or on its first day. */
function isCountedOf({ from, to }: { from: string; to: string }, since: number): boolean {
  const late = since - Date.parse(from)
  return late < 24 * HOUR_MS && late * 7 < Date.parse(to) - Date.parse(from)
}

/** What a result is compared with. */
interface Other {
  readonly oracle: QueryOracle
  /** Whether counting had begun. */
  readonly isCounted: boolean
}

/** The figures of a time in which nothing was counted. */
function notCounted(metrics: readonly Metric[]): Figures {
  return Object.fromEntries(metrics.map((metric) => [metric, null]))
}

/** The figures of nothing at all. */
function emptyOf(metrics: readonly Metric[]): Figures {
  const counts: readonly Metric[] = ['page_views', 'sessions', 'clicks', 'goals', 'revenue']
  return Object.fromEntries(metrics.map((metric) => [metric, counts.includes(metric) ? 0 : null]))
}

export function iso(at: number): string {
  return new Date(at).toISOString()
}
