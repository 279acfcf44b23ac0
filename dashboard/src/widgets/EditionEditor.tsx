import type { Edition, EditionText } from '@half-measure/shared/people/edition.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { useApi } from '../api/api.ts'
import { describeRefusal } from '../api/describe-failure.ts'
import { createDraftSaver, type DraftSaver, type SaveState } from '../api/draft-saver.ts'
import { editionCalls } from '../api/edition-calls.ts'
import { Panel } from '../ui/Panel.tsx'

interface EditionEditorProps {
  /** As it is when the page opens; from then on what is typed here counts. */
  edition: Edition
  onSaved: (edition: Edition) => void
  onState: (state: SaveState) => void
  /** Receives a function that saves what is not saved yet. */
  onReady: (flush: () => Promise<boolean>) => void
}

const NOTES: Record<Exclude<SaveState['status'], 'failed'>, string> = {
  saved: 'Saved',
  unsaved: 'Not saved yet…',
  saving: 'Saving…',
}

/** Subject, preheader and body of a draft. It saves itself while one types. */
export function EditionEditor({ edition, onSaved, onState, onReady }: EditionEditorProps) {
  const id = useId()
  const api = useApi()
  const [text, setText] = useState<EditionText>(() => ({
    subject: edition.subject,
    preheader: edition.preheader,
    body: edition.body,
  }))
  const [state, setState] = useState<SaveState>({ status: 'saved' })
  const saver = useRef<DraftSaver<EditionText>>(null)

  useEffect(() => {
    let { version } = edition
    const made = createDraftSaver<EditionText>({
      async save(draft) {
        const saved = await editionCalls.change(api, { id: edition.id, version, ...draft })
        version = saved.version
        onSaved(saved)
      },
      onState: (state) => {
        setState(state)
        onState(state)
      },
    })
    saver.current = made
    onReady(made.flush)
    // Whoever leaves the page takes nothing unsaved along.
    return () => void made.flush()
    // The version at the beginning is the one that counts: later ones come from the saves themselves.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const isOpen = state.status !== 'saved'
  useEffect(() => {
    if (!isOpen) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isOpen])

  function change(part: Partial<EditionText>) {
    const changed = { ...text, ...part }
    setText(changed)
    saver.current?.change(changed)
  }

  return (
    <Panel
      title="Text"
      note="Markdown: *emphasis*, **strong**, [link](/stories), ## heading, > quote, - list"
    >
      <div className="edition-fields">
        <label htmlFor={`${id}-subject`}>Subject</label>
        <input
          id={`${id}-subject`}
          value={text.subject}
          maxLength={200}
          onChange={(event) => change({ subject: event.target.value })}
        />
        <label htmlFor={`${id}-preheader`}>Preheader, shown behind the subject</label>
        <input
          id={`${id}-preheader`}
          value={text.preheader}
          maxLength={200}
          onChange={(event) => change({ preheader: event.target.value })}
        />
        <label htmlFor={`${id}-body`}>Body</label>
        <textarea
          id={`${id}-body`}
          value={text.body}
          rows={22}
          maxLength={50_000}
          spellCheck
          onChange={(event) => change({ body: event.target.value })}
        />
        <SaveNote state={state} onRetry={() => void saver.current?.flush()} />
      </div>
    </Panel>
  )
}

function SaveNote({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  if (state.status !== 'failed') return <output className="save-note">{NOTES[state.status]}</output>
  return (
    <p className="save-note bad" role="alert">
      Not saved. {describeRefusal(state.error)}{' '}
      <button type="button" className="link-button" onClick={onRetry}>
        Try again
      </button>
    </p>
  )
}
