import type { Edition, EditionProgress } from '@half-measure/shared/people/edition.ts'
import { Link } from 'react-router-dom'
import { editionCalls } from '../api/edition-calls.ts'
import { useChange } from '../api/use-change.ts'
import { formatCount } from '../format/number.ts'
import { formatMoment } from '../format/time.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { Panel } from '../ui/Panel.tsx'
import { editionState, percentDone } from './edition-state.ts'

interface EditionSendingProps {
  edition: Edition
  progress: EditionProgress
}

/** How far the letters are, and a way to stop them. */
export function EditionSending({ edition, progress }: EditionSendingProps) {
  const { id, state, started_at, finished_at } = edition
  const pause = useChange(['editions', 'audit'], editionCalls.pause)
  const resume = useChange(['editions', 'audit'], editionCalls.resume)
  const turn = state === 'paused' ? resume : pause
  const { recipients, remaining, waiting, delivered, failed, left } = progress
  const rows = [
    { name: 'Delivered', count: delivered },
    { name: 'On their way', count: waiting },
    { name: 'Not written yet', count: remaining },
    { name: 'Refused for good', count: failed },
    { name: 'Left the list before', count: left },
    { name: 'Readers in all', count: recipients },
  ]
  return (
    <Panel title="Letters" note={editionState(edition)}>
      <progress className="sending" aria-label="Letters settled" max={100} value={percentDone(progress)} />
      <dl className="sending-counts">
        {rows.map(({ name, count }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <p className="entry-facts">{timesOf(started_at, finished_at)}</p>
      {failed > 0 && (
        <p>
          <Link to={paths.mail()}>See what was refused</Link>
        </p>
      )}
      {turn.failure !== null && !turn.running && <Alert tone="danger">{turn.failure}</Alert>}
      {state !== 'sent' && (
        <div className="actions">
          <button
            type="button"
            className="button"
            aria-disabled={turn.running}
            onClick={() => !turn.running && void turn.run(id)}
          >
            {state === 'paused' ? 'Go on sending' : 'Pause'}
          </button>
        </div>
      )}
    </Panel>
  )
}

function timesOf(startedAt: string | null, finishedAt: string | null): string {
  const moment = (at: string) => formatMoment(new Date(at))
  return [
    ...(startedAt === null ? [] : [`Begun ${moment(startedAt)}`]),
    ...(finishedAt === null ? [] : [`done ${moment(finishedAt)}`]),
  ].join(', ')
}
