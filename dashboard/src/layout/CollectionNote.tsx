import { countOf, formatCount } from '@half-measure/shared/format-figures.ts'
import { sitePaths } from '@half-measure/shared/site-links.ts'
import { useState } from 'react'
import { formatMoment } from '../format/time.ts'
import { Alert } from '../ui/Alert.tsx'
import { siteOrigin } from './site.tsx'
import { type DeliveryReport, LATE_MS, useDelivery } from '../api/delivery.ts'

const SOON_MS = 5_000
const SELDOM_MS = 60_000

/** Milliseconds between polls. The number of late events changes all the time, and is read out each time. */
function pollMs(report: DeliveryReport | undefined): number {
  const problem = report && collectionProblem(report)
  return problem === null || problem === 'late' ? SELDOM_MS : SOON_MS
}

/** Why figures are missing or end too early, and what to do. */
export function CollectionNote() {
  const result = useDelivery(pollMs)
  const problem = result.status === 'ready' ? collectionProblem(result.data) : null
  if (problem === null || result.status !== 'ready') return null
  if (problem === 'no-events') {
    return (
      <Alert tone="notice">
        <strong>No event has arrived yet.</strong> Readers are counted from the moment they accept cookies,
        and never before. To see it work, open <a href={siteOrigin() + sitePaths.home}>the magazine</a>, press
        Accept Cookies and read something: it appears here within two seconds.
      </Alert>
    )
  }
  const { pending, oldest_pending_ms: lateMs } = result.data
  if (problem === 'late') return <LateNote key={lateMs} pending={pending} lateMs={lateMs} />
  return (
    <Alert tone="danger">
      <strong>ClickHouse is unavailable, so figures are missing or out of date.</strong> Nothing is lost:
      events are kept on disk{pending > 0 && `, ${formatCount(pending)} so far,`} and counted once it is back.
      See “ClickHouse down” in <code>docs/operations/runbooks.md</code>.
    </Alert>
  )
}

/** @param lateMs age of the oldest pending event when it mounts. */
function LateNote({ pending, lateMs }: { pending: number; lateMs: number }) {
  const [end] = useState(() => new Date(Date.now() - lateMs))
  return (
    <Alert tone="notice">
      <strong>
        {countOf(pending, 'event')} {pending === 1 ? 'is' : 'are'} waiting; figures end at {formatMoment(end)}{' '}
        UK time.
      </strong>{' '}
      Nothing is lost: events are kept on disk and counted once they are loaded. If that does not happen
      within minutes, see “Loading stopped” in <code>docs/operations/runbooks.md</code>.
    </Alert>
  )
}

/** Null if figures are available and up to date. */
export function collectionProblem({
  stored,
  received,
  pending,
  oldest_pending_ms,
}: Pick<DeliveryReport, 'stored' | 'received' | 'pending' | 'oldest_pending_ms'>):
  | 'clickhouse-unavailable'
  | 'no-events'
  | 'late'
  | null {
  if (stored === null) return 'clickhouse-unavailable'
  if (received === 0) return 'no-events'
  return pending > 0 && oldest_pending_ms > LATE_MS ? 'late' : null
}
