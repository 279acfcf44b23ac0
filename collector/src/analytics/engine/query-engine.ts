import type { Goals } from '@half-measure/shared/stats/goals.ts'
import type { ListedArticle, PageTitles } from '@half-measure/shared/stats/articles.ts'
import type { StatsResult, Provenance } from '@half-measure/shared/stats/engine/stats-result.ts'
import type { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { QueryResult } from '../query-runner.ts'
import type { Kept, SharedQueries } from '../shared-queries.ts'
import type { ReadSessions } from '../session-reader.ts'
import { refuseLongSeries } from './buckets.ts'
import { comparedRange } from './compared-range.ts'
import { figuresOf, notCounted } from './figures.ts'
import { type Plan, type PlanRow, planRows, planRowsOf, planTotals } from './query-plan.ts'
import { bucketsOf, incompleteFrom, isCounted, seriesOf } from './series.ts'

/** Events may arrive this long after they happened. */
const CLOSED_AFTER_MS = 7 * 24 * 3_600_000 + 10 * 60_000
/** Nothing is added to a closed range; what is removed or rebuilt clears the cache. */
const CLOSED_TTL_MS = 10 * 60_000
const LIVE_TTL_MS = 1_000

export interface QueryEngineTools {
  readonly queries: SharedQueries
  readonly readSessions: ReadSessions
  /** What counts as a goal. */
  readonly goals: () => Promise<Goals>
  readonly articles: readonly ListedArticle[]
  /** When counting began, milliseconds since 1970; undefined where nothing was counted yet. */
  readonly countedSince: () => Promise<number | undefined>
  readonly titles: PageTitles
  readonly now?: () => number
}

/** Runs queries, and keeps results for a while. */
export class QueryEngine {
  readonly #tools: QueryEngineTools

  constructor(tools: QueryEngineTools) {
    this.#tools = tools
  }

  /** @throws {ApiError} 400 where a series would be too long; 422 or 503 where a limit is hit. */
  async run(query: StatsQuery, given: AbortSignal): Promise<StatsResult> {
    const began = performance.now()
    const now = this.#tools.now?.() ?? Date.now()
    if (query.interval) refuseLongSeries(query.range, query.interval)
    // One part that fails ends the others.
    const failed = new AbortController()
    const signal = AbortSignal.any([given, failed.signal])
    try {
      return await this.#run(query, now, signal, began)
    } catch (error) {
      failed.abort(error)
      throw error
    }
  }

  async #run(query: StatsQuery, now: number, signal: AbortSignal, began: number): Promise<StatsResult> {
    const { range, compare, metrics, interval, dimension, offset } = query
    const other = compare && { ...query, range: comparedRange(range, compare, now) }
    const latest = other && other.range.to > range.to ? other.range.to : range.to
    const { view, asOf } = await this.#tools.readSessions(latest, signal)
    const { queries, goals, articles, titles, countedSince } = this.#tools
    const context = { view, articles, titles, goals: await goals() }
    const counted = { since: await countedSince(), now }
    const comparedFigures = (row: PlanRow | undefined) =>
      other && isCounted(other.range, counted) ? figuresOf(metrics, row) : notCounted(metrics)
    const results: Kept<QueryResult<PlanRow>>[] = []
    const rowsOf = async (plan: Plan, { to }: { to: string }) => {
      const isClosed = Date.parse(to) + CLOSED_AFTER_MS < now
      const ttlMs = isClosed ? CLOSED_TTL_MS : LIVE_TTL_MS
      const result = await queries.run(plan, { ttlMs, asOf }, signal)
      results.push(result)
      return result.value.rows
    }

    const [[total], otherTotals, rows] = await Promise.all([
      rowsOf(planTotals(query, context), range),
      other && rowsOf(planTotals(other, context), other.range),
      dimension || interval ? rowsOf(planRows(query, context), range) : [],
    ])
    const isBeyond = dimension && rows.length === 0 && offset > 0
    const [first] = isBeyond ? await rowsOf(planRows({ ...query, offset: 0 }, context), range) : rows
    const keys = rows.map(({ key }) => key)
    // A series has its buckets whether anything happened in them or not.
    const hasRows = interval !== undefined || keys.length > 0
    const otherRows = other && hasRows ? await rowsOf(planRowsOf(keys, other, context), other.range) : []
    const otherByKey = new Map(otherRows.map((row) => [row.key, row]))

    return {
      rows: interval
        ? seriesOf({ ...query, interval }, rows, other && otherRows, counted)
        : rows.map((row) => ({
            key: row.key,
            figures: figuresOf(metrics, row),
            ...(other && { compared: comparedFigures(otherByKey.get(row.key)) }),
          })),
      row_count: interval ? bucketsOf(range, interval).length : (first?.row_count ?? 0),
      totals: {
        figures: figuresOf(metrics, total),
        ...(otherTotals && { compared: comparedFigures(otherTotals[0]) }),
      },
      compared_range: other ? { from: other.range.from, to: other.range.to } : null,
      incomplete_from: incompleteFrom(query, now),
      counted_since: counted.since === undefined ? null : new Date(counted.since).toISOString(),
      provenance: provenanceOf(results, performance.now() - began),
    }
  }
}

/** A result is as fresh as the oldest of what it is made of. */
function provenanceOf(results: readonly Kept<QueryResult<unknown>>[], tookMs: number): Provenance {
  const sum = (of: (result: QueryResult<unknown>) => number) =>
    results.reduce((total, { value }) => total + of(value), 0)
  return {
    rows_read: sum(({ rowsRead }) => rowsRead),
    bytes_read: sum(({ bytesRead }) => bytesRead),
    took_ms: Math.round(tookMs * 10) / 10,
    cached: results.every(({ cached }) => cached),
    as_of: new Date(Math.min(...results.map((result) => result.asOf))).toISOString(),
  }
}
