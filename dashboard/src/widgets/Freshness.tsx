import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { formatClockWithSeconds } from '../format/time.ts'

interface FreshnessProps {
  /** The period ends now, so the page asks again by itself. */
  live: boolean
}

/** When the newest figures on the page arrived. Not announced: it changes every few seconds. */
export function Freshness({ live }: FreshnessProps) {
  const asking = useIsFetching({ queryKey: ['stats'] }) > 0
  const queries = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: ['stats'], type: 'active' })
  const newest = Math.max(0, ...queries.map((query) => query.state.dataUpdatedAt))
  // From the first try that fails, not only when all tries have.
  const failing = queries.some(({ state }) => state.fetchFailureCount > 0 || state.status === 'error')
  return (
    <p className="freshness" data-state={failing ? 'failing' : asking ? 'asking' : 'fresh'} aria-live="off">
      <span className="dot freshness-dot" aria-hidden="true" />
      {newest === 0 ? 'No figures yet' : `Figures of ${formatClockWithSeconds(new Date(newest))} UK time`}
      {failing ? ', not all could be renewed' : live && ', renewed every 5\u00A0s'}
    </p>
  )
}
