import type { PageTitles } from '@half-measure/shared/stats/articles.ts'
import type { StatsResult, Provenance } from '@half-measure/shared/stats/engine/stats-result.ts'
import type { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { wasCounted } from '@half-measure/shared/stats/counted-since.ts'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { mapInSlices } from '../../platform/in-slices.ts'
import type { QueryResult } from '../query-runner.ts'
import type { CachedResult, QueryCache } from '../query-cache.ts'
import type { ReportSources } from '../report-scope.ts'
import type { ReadSessions } from '../session-reader.ts'
import { visibleProvenance, visibleRange, visibleUntil } from '../sharing/current-caller.ts'
import { refuseLongSeries } from './buckets.ts'
import { comparedRange } from './compared-range.ts'
import { figuresOf, notCounted } from './measures.ts'
import { keysLabelled } from './labelled-keys.ts'
import { type Plan, type PlanRow, planRows, planTotals } from './query-plan.ts'
import { bucketsOf, incompleteFrom, seriesOf } from './series.ts'

/** Events may arrive this long after they happened. */
const PAST_AFTER_MS = 7 * DAY_MS + 10 * 60_000
/** Nothing is added to a past range; removing or rebuilding data clears the cache. */
const PAST_TTL_MS = 10 * 60_000
const LIVE_TTL_MS = 1_000

export interface QueryEngineOptions extends Pick<ReportSources, 'goals' | 'articles' | 'countedSince'> {
  readonly queries: QueryCache
  readonly readSessions: ReadSessions
  readonly titles: PageTitles
  readonly now?: () => number
}

/** Runs queries, through the cache. */
export class QueryEngine {
  readonly #options: QueryEngineOptions

  constructor(options: QueryEngineOptions) {
    this.#options = options
  }

  /**
   * @param minSessions rows of a split with fewer sessions are left out, and means and shares of fewer are null.
   * @throws {ApiError} 400 where a series would be too long; 422 or 503 where a limit is hit.
   */
  async run(query: StatsQuery, given: AbortSignal, minSessions = 0): Promise<StatsResult> {
    // If one subquery fails, the others are cancelled.
    const failed = new AbortController()
    const signal = AbortSignal.any([given, failed.signal])
    try {
      return await this.#run(query, signal, minSessions)
    } catch (error) {
      failed.abort(error)
      throw error
    }
  }

  async #run(query: StatsQuery, signal: AbortSignal, minSessions: number): Promise<StatsResult> {
    const began = performance.now()
    const time = this.#options.now?.() ?? Date.now()
    const now = visibleUntil(time)
    const { range, compare, metrics, interval, dimension, offset } = query
    if (interval) refuseLongSeries(range, interval)
    const other = compare && visibleRange(comparedRange(range, compare, now), time)
    const latest = other && other.to > range.to ? other.to : range.to
    const { queries, readSessions, articles, titles } = this.#options
    const { view, asOf } = await readSessions(latest, signal)
    const [goals, since] = await Promise.all([this.#options.goals(), this.#options.countedSince()])
    const counted = { since, now }
    const isOtherCounted = other !== undefined && wasCounted(other, since)
    // Part of a series may be counted even if the whole range is not.
    const compared = other && (isOtherCounted || interval) ? { compared: other } : {}
    const visible = visibleRange(range, time)
    const unsearched = { view, visible, ...compared, articles, goals, minSessions, labelled: [] }
    const ttlMs = Date.parse(latest) + PAST_AFTER_MS < now ? PAST_TTL_MS : LIVE_TTL_MS
    const results: CachedResult<QueryResult<PlanRow>>[] = []
    const rowsOf = async (plan: Plan) => {
      const result = await queries.run(plan, { ttlMs, asOf }, signal)
      results.push(result)
      return result.value.rows
    }
    const labelled = await keysLabelled(query, titles, async (all) =>
      (await rowsOf(planRows(all, unsearched))).map(({ key }) => key),
    )
    const context = { ...unsearched, labelled }
    const both = (row: PlanRow | undefined) => ({
      figures: figuresOf(metrics, row?.figures),
      ...(other && { compared: isOtherCounted ? figuresOf(metrics, row?.compared) : notCounted(metrics) }),
    })

    // Both planned before one runs: nobody would wait for a query that runs while the plan of the other fails.
    const plans = [planTotals(query, context), ...(dimension || interval ? [planRows(query, context)] : [])]
    const [[total] = [], rows = []] = await Promise.all(plans.map(rowsOf))
    const isBeyond = dimension && rows.length === 0 && offset > 0
    const [first] = isBeyond ? await rowsOf(planRows({ ...query, offset: 0 }, context)) : rows

    return {
      rows: interval
        ? seriesOf({ ...query, interval }, rows, counted, other)
        : await mapInSlices(rows, (row) => ({ key: row.key, ...both(row) })),
      row_count: interval ? bucketsOf(range, interval).length : (first?.row_count ?? 0),
      totals: both(total),
      compared_range: other ? { from: other.from, to: other.to } : null,
      incomplete_from: incompleteFrom(query, now),
      counted_since: since === undefined ? null : new Date(since).toISOString(),
      provenance: visibleProvenance(provenanceOf(results, performance.now() - began), time),
    }
  }
}

/** A result is as fresh as its oldest subquery. */
function provenanceOf(results: readonly CachedResult<QueryResult<unknown>>[], tookMs: number): Provenance {
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
