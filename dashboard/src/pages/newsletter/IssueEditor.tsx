import type { Issue, IssueText } from '@half-measure/shared/audience/issue.ts'
import { changeIssue, readIssue } from '@half-measure/shared/routes/audience.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useApi } from '../../api/client.ts'
import { ApiError, describeMutationError } from '../../api/errors.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button, takeFocus } from '../../ui/Button.tsx'
import { Field } from '../../ui/Form.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { DraftConflict, FrozenConflict } from './DraftConflict.tsx'
import { createDraftSaver, type DraftSaver, type SaveState } from './draft-saver.ts'
import { useLeaving } from './use-leaving.ts'

export type Saver = Pick<DraftSaver<IssueText>, 'flush' | 'discard'>

interface IssueEditorProps {
  /** The issue as the page opens; from then on, typed text counts. */
  issue: Issue
  /** As it is by now, if somebody has sent or scheduled it: its text cannot be saved any more. */
  frozen: Issue | null
  onSaved: (issue: Issue) => void
  /** A save was refused because the issue is a newer one by now, or is being sent. */
  onConflict: (newer: Issue) => void
  onState: (state: SaveState) => void
  onReady: (saver: Saver) => void
}

const NOTES: Record<Exclude<SaveState['status'], 'failed'>, string> = {
  saved: 'Saved',
  unsaved: 'Not saved yet…',
  saving: 'Saving…',
}

/** Subject, preheader and body of a draft, which saves itself. */
export function IssueEditor({ issue, frozen, onSaved, onConflict, onState, onReady }: IssueEditorProps) {
  const api = useApi()
  const { id, subject, preheader, body } = issue
  const [text, setText] = useState<IssueText>({ subject, preheader, body })
  const [state, setState] = useState<SaveState>({ status: 'saved' })
  /** The newer issue that the text conflicts with; the editor chooses between them. */
  const [newer, setNewer] = useState<Issue | null>(null)
  const saver = useRef<DraftSaver<IssueText>>(null)
  /** As last reported, perhaps not rendered yet. */
  const status = useRef<SaveState['status']>('saved')
  /** The version that the next save replaces. */
  const version = useRef(issue.version)

  // Before anything can be typed.
  useLayoutEffect(() => {
    const created = createDraftSaver<IssueText>({
      async save(draft) {
        const params = { id }
        try {
          const saved = await api.call(changeIssue, { params, body: { version: version.current, ...draft } })
          version.current = saved.version
          setNewer(null)
          onSaved(saved)
        } catch (error) {
          const isNewer = hasCode(error, 'issue_changed')
          if (isNewer || hasCode(error, 'issue_frozen')) {
            const current = await api.call(readIssue, { params })
            setNewer(isNewer ? current : null)
            onConflict(current)
          }
          throw error
        }
      },
      onState: (state) => {
        status.current = state.status
        setState(state)
        onState(state)
      },
    })
    saver.current = created
    onReady(created)
    // Leaving the page saves.
    return () => void created.flush()
    // Later versions come from the saves themselves.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const leaving = useLeaving(
    () => status.current !== 'saved',
    async () => (await saver.current?.flush()) ?? true,
  )
  const isUnsaved = state.status !== 'saved'
  useEffect(() => {
    // Saved after all: what is typed next is no reason to ask again.
    if (!isUnsaved) leaving?.reset()
  }, [isUnsaved, leaving])
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])

  function overwrite({ version: seen }: Issue) {
    // A version that nobody has seen here is refused again.
    version.current = seen
    void saver.current?.flush()
  }

  function change(part: Partial<IssueText>) {
    const changed = { ...text, ...part }
    setText(changed)
    saver.current?.change(changed)
  }

  return (
    <Panel
      title="Text"
      note="Markdown: *emphasis*, **strong**, [link](/stories), ## heading, > quote, - list"
    >
      <div className="form">
        <Field
          label="Subject"
          value={text.subject}
          maxLength={200}
          readOnly={frozen !== null}
          onChange={({ target }) => change({ subject: target.value })}
        />
        <Field
          label="Preheader, shown after the subject"
          value={text.preheader}
          maxLength={200}
          readOnly={frozen !== null}
          onChange={({ target }) => change({ preheader: target.value })}
        />
        <label>
          Body
          <textarea
            value={text.body}
            rows={22}
            maxLength={50_000}
            readOnly={frozen !== null}
            spellCheck
            onChange={({ target }) => change({ body: target.value })}
          />
        </label>
        {leaving && isUnsaved && (
          <Alert tone="danger">
            <p>Your text is not saved. Leaving this page loses it.</p>
            <div className="row">
              <Button ref={takeFocus} onClick={() => leaving.reset()}>
                Stay
              </Button>
              <Button
                onClick={() => {
                  saver.current?.discard()
                  leaving.proceed()
                }}
              >
                Leave without it
              </Button>
            </div>
          </Alert>
        )}
        {frozen !== null && (
          <FrozenConflict issue={frozen} text={text} onDiscard={() => saver.current?.discard()} />
        )}
        {newer !== null && frozen === null && (
          <DraftConflict
            key={newer.version}
            newer={newer}
            busy={state.status === 'saving'}
            onLoad={() => saver.current?.discard()}
            onOverwrite={() => overwrite(newer)}
          />
        )}
        {state.status !== 'failed' ? (
          <p className="note">{NOTES[state.status]}</p>
        ) : frozen !== null || hasCode(state.error, 'issue_changed') ? null : (
          <p className="bad" role="alert">
            Not saved. {describeMutationError(state.error)}{' '}
            <Button tone="link" onClick={() => void saver.current?.flush()}>
              Try again
            </Button>
          </p>
        )}
      </div>
    </Panel>
  )
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code
}
