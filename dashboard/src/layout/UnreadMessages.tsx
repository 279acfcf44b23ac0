import { listMessages } from '@half-measure/shared/routes/audience.ts'
import { useApiQuery } from '../api/queries.ts'

const POLL_MS = 60_000
const COUNT_ALONE = new URLSearchParams({ folder: 'unread', limit: '1' })

export function UnreadMessages() {
  const result = useApiQuery(
    listMessages,
    { query: COUNT_ALONE },
    { refetchInterval: POLL_MS, staleTime: POLL_MS },
  )
  const unread = result.status === 'ready' ? result.data.counts.unread : 0
  if (unread === 0) return null
  return (
    <span className="badge">
      {unread}
      <span className="visually-hidden"> {unread === 1 ? 'unread message' : 'unread messages'}</span>
    </span>
  )
}
