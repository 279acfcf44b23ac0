import type { Issue } from '@half-measure/shared/audience/issue.ts'
import {
  listIssues,
  readIssue,
  removeFromArchive,
  showInArchive,
} from '@half-measure/shared/routes/audience.ts'
import { useRouteMutation } from '../../api/queries.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'

/** Whether an issue that has ended is in the public archive, and a way to change that. */
export function IssueArchive({ issue: { id, in_archive } }: { issue: Issue }) {
  const change = useRouteMutation(in_archive ? removeFromArchive : showInArchive, [listIssues, readIssue])
  return (
    <Panel title="Archive" note={in_archive ? 'shown' : 'not shown'}>
      <div className="stack">
        <p>
          {in_archive
            ? 'Everybody can read it in the magazine’s archive, and it is in the archive’s feed.'
            : 'It is not in the magazine’s archive or its feed, and its address there leads to “page not found”.'}
        </p>
        <ChangeFailed of={[change]} />
        <div className="row">
          <Button busy={change.running} onClick={() => void change.run({ params: { id } })}>
            {in_archive ? 'Remove from archive' : 'Show in archive'}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
