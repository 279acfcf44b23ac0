import { countOf, formatCount } from '@half-measure/shared/format-figures.ts'
import { sitePaths } from '@half-measure/shared/site-links.ts'
import { formatMoment } from '../format/time.ts'
import { Alert } from '../ui/Alert.tsx'
import { siteOrigin } from './site.tsx'
import { useCollection } from '../api/delivery.ts'

/** Why figures are missing or end too early, and what to do. */
export function CollectionNote() {
  const collection = useCollection()
  if (!collection) return null
  const { problem, pending, completeUpTo } = collection
  if (problem === null) return null
  if (problem === 'no-events') {
    return (
      <Alert tone="notice">
        <strong>No event has arrived yet.</strong> Readers are counted from the moment they accept cookies,
        and never before. To see it work, open <a href={siteOrigin() + sitePaths.home}>the magazine</a>, press
        Accept Cookies and read something: it appears here within two seconds.
      </Alert>
    )
  }
  if (problem === 'late') {
    return (
      <Alert tone="notice">
        <strong>
          {countOf(pending, 'event')} {pending === 1 ? 'is' : 'are'} still being loaded: figures are complete
          up to {formatMoment(completeUpTo)} (UK time).
        </strong>{' '}
        Nothing is lost: events are kept on disk and counted once they are loaded. If that does not happen
        within minutes, see “Loading stopped” in <code>docs/operations/runbooks.md</code>.
      </Alert>
    )
  }
  return (
    <Alert tone="danger">
      <strong>ClickHouse is unavailable, so figures are missing or out of date.</strong> Nothing is lost:
      events are kept on disk{pending > 0 && `, ${formatCount(pending)} so far,`} and counted once it is back.
      See “ClickHouse down” in <code>docs/operations/runbooks.md</code>.
    </Alert>
  )
}
