import type { Issue, IssueText } from '@half-measure/shared/audience/issue.ts'
import { changeIssue } from '@half-measure/shared/routes/audience.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useApi } from '../../api/client.ts'
import { describeMutationError } from '../../api/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Form.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { createDraftSaver, type DraftSaver, type SaveState } from './draft-saver.ts'

interface IssueEditorProps {
  /** The issue as the page opens; from then on, typed text counts. */
  issue: Issue
  onSaved: (issue: Issue) => void
  onState: (state: SaveState) => void
  /** Receives a function that saves unsaved text. */
  onReady: (flush: () => Promise<boolean>) => void
}

const NOTES: Record<Exclude<SaveState['status'], 'failed'>, string> = {
  saved: 'Saved',
  unsaved: 'Not saved yet…',
  saving: 'Saving…',
}

/** Subject, preheader and body of a draft, which saves itself. */
export function IssueEditor({ issue, onSaved, onState, onReady }: IssueEditorProps) {
  const api = useApi()
  const { id, subject, preheader, body } = issue
  const [text, setText] = useState<IssueText>({ subject, preheader, body })
  const [state, setState] = useState<SaveState>({ status: 'saved' })
  const saver = useRef<DraftSaver<IssueText>>(null)

  // Before anything can be typed.
  useLayoutEffect(() => {
    let { version } = issue
    const created = createDraftSaver<IssueText>({
      async save(draft) {
        const saved = await api.call(changeIssue, { params: { id }, body: { version, ...draft } })
        version = saved.version
        onSaved(saved)
      },
      onState: (state) => {
        setState(state)
        onState(state)
      },
    })
    saver.current = created
    onReady(created.flush)
    // Leaving the page saves.
    return () => void created.flush()
    // Later versions come from the saves themselves.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const isUnsaved = state.status !== 'saved'
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])

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
          onChange={({ target }) => change({ subject: target.value })}
        />
        <Field
          label="Preheader, shown after the subject"
          value={text.preheader}
          maxLength={200}
          onChange={({ target }) => change({ preheader: target.value })}
        />
        <label>
          Body
          <textarea
            value={text.body}
            rows={22}
            maxLength={50_000}
            spellCheck
            onChange={({ target }) => change({ body: target.value })}
          />
        </label>
        {state.status === 'failed' ? (
          <p className="bad" role="alert">
            Not saved. {describeMutationError(state.error)}{' '}
            <Button tone="link" onClick={() => void saver.current?.flush()}>
              Try again
            </Button>
          </p>
        ) : (
          <output className="note">{NOTES[state.status]}</output>
        )}
      </div>
    </Panel>
  )
}
