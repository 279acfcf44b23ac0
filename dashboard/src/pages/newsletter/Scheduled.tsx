import type { Issue } from '@half-measure/shared/audience/issue.ts'
import { listIssues, readIssue, unscheduleIssue } from '@half-measure/shared/routes/audience.ts'
import { useRouteMutation } from '../../api/queries.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { issueState } from './issue-state.ts'

/** When an issue is to be sent, and a way back to the draft. */
export function Scheduled({ issue }: { issue: Issue }) {
  const unscheduling = useRouteMutation(unscheduleIssue, [listIssues, readIssue])
  return (
    <Panel title="Send" note={issueState(issue)}>
      <div className="stack">
        <p>It goes out at that time, UK time, to everybody who has confirmed by then, as it is shown here.</p>
        <ChangeFailed of={[unscheduling]} />
        <div className="row">
          <Button
            busy={unscheduling.running}
            onClick={() => void unscheduling.run({ params: { id: issue.id } })}
          >
            Back to the draft
          </Button>
        </div>
      </div>
    </Panel>
  )
}
