import { useDelivery, type Account } from '../api/delivery-question.ts'
import { formatCount } from '../format/number.ts'
import { sitePaths } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { prepareEventsNote } from './prepare-events-note.ts'

/** Milliseconds: soon where the note is waiting to go, seldom where there is none. */
const SOON_MS = 5_000
const SELDOM_MS = 60_000

interface EventsNoteProps {
  /** Origin of the magazine; null where nobody knows. */
  site: string | null
}

/** Above figures that nobody can have yet: why, and what to do. */
export function EventsNote({ site }: EventsNoteProps) {
  const answer = useDelivery(askAgain)
  const note = answer.status === 'ready' ? prepareEventsNote(answer.data) : null
  switch (note?.about) {
    case undefined:
      return null
    case 'clickhouse-away':
      return (
        <Alert tone="danger">
          <strong>ClickHouse does not answer, so figures are missing or old.</strong> Nothing is lost: events
          are kept on disk{note.waiting > 0 && `, ${formatCount(note.waiting)} so far,`} and counted by
          themselves once it is back. What to look at: <code>docs/operations/runbooks.md</code>, “ClickHouse
          down”.
        </Alert>
      )
    case 'no-events':
      return (
        <Alert tone="notice">
          <strong>No event has arrived yet.</strong> Readers are counted from the moment they accept cookies,
          and never before. To see it work, open{' '}
          {site === null ? 'the magazine' : <a href={site + sitePaths.home}>the magazine</a>}, press Accept
          Cookies and read something: it is here within two seconds.
        </Alert>
      )
  }
}

function askAgain(account: Account | undefined): number {
  return account && prepareEventsNote(account) === null ? SELDOM_MS : SOON_MS
}
