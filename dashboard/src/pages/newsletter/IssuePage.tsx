import { issueCampaign } from '@half-measure/shared/domain/issue-campaign.ts'
import type { Issue } from '@half-measure/shared/audience/issue.ts'
import { readIssue } from '@half-measure/shared/routes/audience.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { queryKey, useApiQuery } from '../../api/queries.ts'
import { Page } from '../../layout/Page.tsx'
import { paths } from '../../paths.ts'
import { takeFocus } from '../../ui/Button.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import type { SaveState } from './draft-saver.ts'
import { IssueArchive } from './IssueArchive.tsx'
import { IssueEditor, type Saver } from './IssueEditor.tsx'
import { IssuePreview } from './IssuePreview.tsx'
import { IssueProgress } from './IssueProgress.tsx'
import { IssueClicks, IssueScore } from './IssueReport.tsx'
import { IssueResults } from './IssueResults.tsx'
import { Scheduled } from './Scheduled.tsx'
import { SendIssue } from './SendIssue.tsx'

/** Between polls while emails go out, milliseconds. */
const PROGRESS_MS = 2_000
/** And while it is scheduled. */
const SCHEDULED_MS = 15_000

/** One issue of the newsletter: a draft beside its preview, when it is to be sent, or how far it has been. */
export function IssuePage() {
  const { id = '' } = useParams()
  const result = useApiQuery(
    readIssue,
    { params: { id } },
    {
      gcTime: 0,
      refetchInterval: ({ state: { data: issue } }) =>
        issue?.state === 'sending' || (issue?.progress?.waiting ?? 0) > 0
          ? PROGRESS_MS
          : issue?.state === 'scheduled' && SCHEDULED_MS,
    },
  )
  /** The issue that this page has shown as a draft. */
  const [drafted, setDrafted] = useState<string | null>(null)
  if (drafted !== id && result.status === 'ready' && result.data.state === 'draft') setDrafted(id)
  /** The issue whose text is not saved: its editor stays, whatever others have done with the issue. */
  const [unsaved, setUnsaved] = useState<string | null>(null)
  const subject = result.status === 'ready' ? result.data.subject : ''
  return (
    <Page
      title={subject === '' ? 'Newsletter issue' : subject}
      subtitle="An issue of The Friday Edition"
      tools={<Link to={paths.newsletter}>All issues</Link>}
    >
      <Loaded result={result} what="This issue" rows={8}>
        {(issue) =>
          issue.state === 'draft' || unsaved === issue.id ? (
            <Draft
              key={issue.id}
              issue={issue}
              isSaved={unsaved !== issue.id}
              onState={({ status }) => setUnsaved(status === 'saved' ? null : issue.id)}
            />
          ) : (
            <Frozen issue={issue} isNew={drafted === issue.id} />
          )
        }
      </Loaded>
    </Page>
  )
}

/**
 * An issue that can no longer change, with its results once it is being sent.
 *
 * @param isNew it was a draft a moment ago: its state has the focus.
 */
function Frozen({ issue, isNew }: { issue: Issue; isNew: boolean }) {
  const { id, state, progress } = issue
  const startedAt = issue.started_at === null ? null : new Date(issue.started_at)
  const file = startedAt ? issueCampaign(id, startedAt) : ''
  return (
    <div className="stack">
      <div className="grid">
        <div className="stack" tabIndex={-1} ref={isNew ? takeFocus : undefined}>
          {state === 'scheduled' && <Scheduled issue={issue} />}
          {progress && <IssueProgress issue={issue} progress={progress} />}
          {issue.finished_at !== null && <IssueArchive issue={issue} />}
          {startedAt && <IssueScore id={id} file={file} />}
        </div>
        <IssuePreview key={issue.version} preview={issue.preview} />
      </div>
      {startedAt && (
        <div className="grid">
          <IssueClicks id={id} file={file} />
          <IssueResults id={id} startedAt={startedAt} />
        </div>
      )}
    </div>
  )
}

interface DraftProps {
  /** As the server last had it: no draft any more, if somebody else sends it while text here is unsaved. */
  issue: Issue
  isSaved: boolean
  onState: (state: SaveState) => void
}

/**
 * A draft being written. Others' saves are adopted while nothing here is unsaved; otherwise the next save fails, and the
 * editor chooses between the two texts.
 */
function Draft({ issue, isSaved, onState }: DraftProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [edited, setEdited] = useState(issue)
  const [knownVersion, setKnownVersion] = useState(issue.version)
  const latest = useRef(issue)
  const saver = useRef<Saver>(null)

  if (isSaved && issue.version > knownVersion) {
    setKnownVersion(issue.version)
    setEdited(issue)
  }

  function saved(changed: Issue) {
    latest.current = changed
    setKnownVersion(changed.version)
    show(changed)
  }

  function show(changed: Issue) {
    const key = queryKey(readIssue, { params: { id: changed.id } })
    // A response in flight is from before the change.
    void queries.cancelQueries({ queryKey: key })
    queries.setQueryData(key, changed)
  }

  async function saveAll(): Promise<Issue | null> {
    if ((await saver.current?.flush()) === false) return null
    return latest.current.version > issue.version ? latest.current : issue
  }

  return (
    <div className="grid">
      <div className="stack">
        <IssueEditor
          key={edited.version}
          issue={edited}
          frozen={issue.state === 'draft' ? null : issue}
          onSaved={saved}
          onConflict={show}
          onState={onState}
          onReady={(ready) => {
            saver.current = ready
          }}
        />
        {issue.state === 'draft' && (
          <SendIssue
            issue={issue}
            saveAll={saveAll}
            onDeleted={() => {
              saver.current?.discard()
              void navigate(paths.newsletter, { replace: true })
            }}
          />
        )}
      </div>
      <IssuePreview key={issue.version} preview={issue.preview} />
    </div>
  )
}
