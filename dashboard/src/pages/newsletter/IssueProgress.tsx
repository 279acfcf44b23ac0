import type { Issue, SendingProgress } from '@half-measure/shared/audience/issue.ts'
import { listIssues, pauseIssue, readIssue, resumeIssue } from '@half-measure/shared/routes/audience.ts'
import { Link } from 'react-router-dom'
import { useRouteMutation } from '../../api/queries.ts'
import { formatCount } from '@half-measure/shared/format-figures.ts'
import { formatMoment } from '../../format/time.ts'
import { paths } from '../../paths.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { FigureList, Panel } from '../../ui/Panel.tsx'
import { issueState, percentDone } from './issue-state.ts'

/** How far an issue has been sent, and a way to pause it. */
export function IssueProgress({ issue, progress }: { issue: Issue; progress: SendingProgress }) {
  const { id, state, started_at, finished_at } = issue
  const isPaused = state === 'paused'
  const turn = useRouteMutation(isPaused ? resumeIssue : pauseIssue, [listIssues, readIssue])
  const { recipients, remaining, waiting, delivered, failed, left } = progress
  const times = [
    started_at !== null && `Started ${formatMoment(started_at)}`,
    finished_at !== null && `finished ${formatMoment(finished_at)}`,
  ]
  return (
    <Panel title="Emails" note={issueState(issue)}>
      <progress className="sending" aria-label="Emails done" max={100} value={percentDone(progress)} />
      <FigureList
        figures={[
          { label: 'Delivered', value: formatCount(delivered) },
          { label: 'On their way', value: formatCount(waiting) },
          { label: 'Not created yet', value: formatCount(remaining) },
          { label: 'Failed', value: formatCount(failed) },
          { label: 'Unsubscribed before', value: formatCount(left) },
          { label: 'Subscribers', value: formatCount(recipients) },
        ]}
      />
      <p className="note">{times.filter(Boolean).join(', ')}</p>
      {failed > 0 && (
        <p>
          <Link to={paths.mailLog}>See what failed</Link>
        </p>
      )}
      <ChangeFailed of={[turn]} />
      {state !== 'sent' && (
        <Button busy={turn.running} onClick={() => void turn.run({ params: { id } })}>
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      )}
    </Panel>
  )
}
