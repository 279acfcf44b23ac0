import { queryStats } from '@half-measure/shared/routes/stats.ts'
import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { LATE_MS } from '../../api/delivery.ts'
import { formatClockWithSeconds, formatMoment } from '../../format/time.ts'
import type { Period } from '../../time/period.ts'
import { useNow } from '../../ui/use-now.ts'

const STATS_PATH = queryStats.path.replace(/query$/, '')

/**
 * When the newest figures arrived, or when they end if events are waiting to be loaded. Not announced: it changes
 * every few seconds.
 */
export function Freshness({ period }: { period: Period }) {
  const isStats = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
    String(path).startsWith(STATS_PATH)
  const isFetching = useIsFetching({ predicate: isStats }) > 0
  const cache = useQueryClient().getQueryCache()
  const queries = cache.findAll({ predicate: isStats, type: 'active' })
  const newest = Math.max(0, ...queries.map((query) => query.state.dataUpdatedAt))
  // From the first attempt that fails, not only when all have.
  const isFailing = queries.some(({ state }) => state.fetchFailureCount > 0 || state.status === 'error')
  // Only these results say when they end; all figures of the page are from the same tables.
  const results = cache.findAll({ queryKey: [queryStats.path], type: 'active' }).flatMap(({ state }) => {
    const data = state.data as StatsResult | undefined
    return data ? { asOf: Date.parse(data.provenance.as_of), arrivedAt: state.dataUpdatedAt } : []
  })
  const end = lateEnd(results, Date.parse(period.bounds(useNow()).to))
  return (
    <p aria-live="off">
      <span
        className="dot"
        data-state={isFailing ? 'failing' : end !== null ? 'late' : isFetching ? 'fetching' : 'fresh'}
        aria-hidden="true"
      />
      {end !== null
        ? `Figures end at ${formatMoment(new Date(end))} UK time: later events are waiting`
        : newest === 0
          ? 'No figures yet'
          : `As of ${formatClockWithSeconds(new Date(newest))} UK time`}
      {isFailing
        ? ', some could not be refreshed'
        : end === null && period.endsNow && `, refreshed every 5\u00A0s`}
    </p>
  )
}

/**
 * Where figures end that do not reach the end of their period, or the moment at which they arrived. Null if they do.
 *
 * @param results everything before `asOf` is in them. Milliseconds since 1970.
 */
export function lateEnd(
  results: readonly { readonly asOf: number; readonly arrivedAt: number }[],
  periodEnd: number,
): number | null {
  const late = results.filter(({ asOf, arrivedAt }) => asOf < Math.min(arrivedAt, periodEnd) - LATE_MS)
  return late.length === 0 ? null : Math.min(...late.map(({ asOf }) => asOf))
}
