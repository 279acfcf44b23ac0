import { queryStats } from '@half-measure/shared/routes/stats.ts'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useCollection } from '../../api/delivery.ts'
import { formatClockWithSeconds, formatMoment } from '../../format/time.ts'
import type { Period } from '../../time/period.ts'
import { PauseButton, usePaused } from '../../ui/PauseButton.tsx'
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
  const periodEnd = Date.parse(period.bounds(useNow()).to)
  const collection = useCollection()
  const isPaused = usePaused()
  const end = collection?.problem === 'late' ? collection.completeUpTo : null
  const isLate = end !== null && end.getTime() < periodEnd
  return (
    <p aria-live="off">
      <span
        className="dot"
        data-state={isFailing ? 'failing' : isLate ? 'late' : isFetching ? 'fetching' : 'fresh'}
        aria-hidden="true"
      />
      {isLate
        ? `Complete up to ${formatMoment(end)} UK time`
        : newest === 0
          ? 'No figures yet'
          : `As of ${formatClockWithSeconds(new Date(newest))} UK time`}
      {isFailing
        ? ', some could not be refreshed'
        : !isLate && period.endsNow && (isPaused ? ', paused' : `, refreshed every 5\u00A0s`)}{' '}
      {period.endsNow && <PauseButton />}
    </p>
  )
}
