import { type Issue, MAX_REFUSALS, type SendingProgress } from '@half-measure/shared/audience/issue.ts'
import {
  listIssues,
  pauseIssue,
  readIssue,
  resumeIssue,
  stopIssue,
} from '@half-measure/shared/routes/audience.ts'
import { Link } from 'react-router-dom'
import { useRouteMutation } from '../../api/queries.ts'
import { countOf, formatCount } from '@half-measure/shared/format-figures.ts'
import { formatMoment } from '../../format/time.ts'
import { useMay } from '../../layout/admin-access.ts'
import { paths } from '../../paths.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { Button, ConfirmButton } from '../../ui/Button.tsx'
import { FigureList, Panel } from '../../ui/Panel.tsx'
import { issueState, mayBeRefused, percentDone } from './issue-state.ts'

/** How far an issue has been sent, and ways to pause it and to end it. */
export function IssueProgress({ issue, progress }: { issue: Issue; progress: SendingProgress }) {
  const { id, state, started_at, finished_at } = issue
  const isPaused = state === 'paused'
  const isStopped = state === 'stopped'
  const turn = useRouteMutation(isPaused ? resumeIssue : pauseIssue, [listIssues, readIssue])
  const stop = useRouteMutation(stopIssue, [listIssues, readIssue])
  const busy = turn.running || stop.running
  const maySeeMailLog = useMay('administration')
  const { recipients, remaining, waiting, deferred, delivered, failed, left } = progress
  const times = [
    started_at !== null && `Started ${formatMoment(started_at)}`,
    finished_at !== null && `${isStopped ? 'stopped' : 'finished'} ${formatMoment(finished_at)}`,
  ]
  return (
    <Panel title="Emails" note={issueState(issue)}>
      <div className="stack">
        <progress className="sending" aria-label="Emails done" max={100} value={percentDone(progress)} />
        <FigureList
          figures={[
            { label: 'Delivered', value: formatCount(delivered) },
            { label: 'On their way', value: formatCount(waiting) },
            { label: isStopped ? 'Never sent' : 'Not created yet', value: formatCount(remaining) },
            { label: 'Failed', value: formatCount(failed) },
            { label: 'Unsubscribed before', value: formatCount(left) },
            { label: 'Subscribers', value: formatCount(recipients) },
          ]}
        />
        <p className="note">{times.filter(Boolean).join(', ')}</p>
        {deferred > 0 && (
          <p>
            The mail server has put off {countOf(deferred, 'email')}, to be tried again for up to five days.
          </p>
        )}
        {failed > 0 && !isStopped && (
          <p>
            {maySeeMailLog ? (
              <Link to={paths.mailLog}>See what failed</Link>
            ) : (
              'An owner can see in the mail log what failed.'
            )}
          </p>
        )}
        {mayBeRefused(issue) && (
          <p>
            An issue pauses itself when the mail server refuses {MAX_REFUSALS} emails in a row. The mail log
            has the server’s reason. Once that is repaired, Resume tries those emails again.
          </p>
        )}
        {isPaused && (
          <p>
            Resume sends it to everybody who has not received it. Stop for good ends it: they never receive
            it, and that cannot be undone. If you restored a backup and this issue had already gone out in
            full, stop it: Resume would send it a second time.
          </p>
        )}
        <ChangeFailed of={[turn, stop]} />
        {finished_at === null && (
          <div className="row">
            <Button busy={busy} onClick={() => void turn.run({ params: { id } })}>
              {isPaused ? 'Resume' : 'Pause'}
            </Button>
            {isPaused && (
              <ConfirmButton
                confirmation="Stop it: nobody else gets it"
                busy={busy}
                onConfirm={() => void stop.run({ params: { id } })}
              >
                Stop for good
              </ConfirmButton>
            )}
          </div>
        )}
      </div>
    </Panel>
  )
}
