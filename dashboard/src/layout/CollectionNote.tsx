import { formatCount } from '@half-measure/shared/format-figures.ts'
import { sitePaths } from '@half-measure/shared/site-links.ts'
import { Alert } from '../ui/Alert.tsx'
import { siteOrigin } from './site.tsx'
import { type DeliveryReport, useDelivery } from '../api/delivery.ts'

/** Milliseconds between polls while there is something to say, and otherwise. */
const SOON_MS = 5_000
const SELDOM_MS = 60_000

/** Why there can be no figures yet, and what to do. */
export function CollectionNote() {
  const result = useDelivery((report) => (report && collectionProblem(report) === null ? SELDOM_MS : SOON_MS))
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
  const { pending } = result.data
  return (
    <Alert tone="danger">
      <strong>ClickHouse is unavailable, so figures are missing or out of date.</strong> Nothing is lost:
      events are kept on disk{pending > 0 && `, ${formatCount(pending)} so far,`} and counted once it is back.
      See “ClickHouse down” in <code>docs/operations/runbooks.md</code>.
    </Alert>
  )
}

/** Null if figures are available. */
export function collectionProblem({
  stored,
  received,
}: Pick<DeliveryReport, 'stored' | 'received'>): 'clickhouse-unavailable' | 'no-events' | null {
  if (stored === null) return 'clickhouse-unavailable'
  return received === 0 ? 'no-events' : null
}
