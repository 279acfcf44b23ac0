import type { Annotations, Note } from '@half-measure/shared/desk/note.ts'
import { noteCalls } from '../../api/note-calls.ts'
import { useChange } from '../../api/use-change.ts'
import type { Day } from '../../filters/day.ts'
import { formatDay } from '../../format/range-label.ts'
import { Alert } from '../../ui/Alert.tsx'
import type { Answer } from '../../ui/answer.ts'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { NoteForm } from './NoteForm.tsx'

interface NotesProps {
  days: { from: Day; to: Day }
  answer: Answer<Annotations>
}

/** What happened in the period: articles that appeared, and what somebody wrote down. */
export function Notes({ days, answer }: NotesProps) {
  const writing = useChange(['annotations'], noteCalls.write)
  const changing = useChange(['annotations'], noteCalls.change)
  const removal = useChange(['annotations'], noteCalls.remove)
  const { notes, published } = answer.status === 'ready' ? answer.data : { notes: [], published: [] }
  const failure = writing.failure ?? changing.failure ?? removal.failure
  return (
    <div className="notes">
      {answer.status === 'failed' && <p>Notes could not be fetched. {answer.reason}</p>}
      {published.length + notes.length > 0 && (
        <details>
          <summary>{summaryOf(published.length, notes.length)}</summary>
          <ul>
            {published.map(({ day, title, path }) => (
              <li key={path}>
                <span className="notes-day">{formatDay(day)}</span> Published: {title}
              </li>
            ))}
            {notes.map((note) => (
              <NoteItem
                key={note.id}
                note={note}
                onChange={(draft) => changing.run({ id: note.id, draft })}
                onRemove={() => void removal.run(note.id)}
              />
            ))}
          </ul>
        </details>
      )}
      <Popover button="Add a note" buttonClass="link-button" title="Add a note" className="note-popover">
        {(close) => (
          <NoteForm
            draft={{ day: days.to, text: '' }}
            onSave={async (draft) => {
              if (await writing.run(draft)) close()
            }}
          />
        )}
      </Popover>
      {failure !== null && <Alert tone="danger">{failure}</Alert>}
    </div>
  )
}

interface NoteItemProps {
  note: Note
  onChange: (draft: Pick<Note, 'day' | 'text'>) => Promise<Note | null>
  onRemove: () => void
}

function NoteItem({ note, onChange, onRemove }: NoteItemProps) {
  return (
    <li>
      <span className="notes-day">{formatDay(note.day)}</span> <span>{note.text}</span>
      {note.by !== null && <span className="notes-by">{note.by}</span>}
      <Popover
        button="Change"
        label={`Change the note “${note.text}”`}
        buttonClass="link-button"
        title="Change a note"
        className="note-popover"
      >
        {(close) => (
          <>
            <NoteForm
              draft={note}
              onSave={async (draft) => {
                if (await onChange(draft)) close()
              }}
            />
            <ConfirmButton question="Delete for good" onConfirm={onRemove}>
              Delete
            </ConfirmButton>
          </>
        )}
      </Popover>
    </li>
  )
}

function summaryOf(published: number, notes: number): string {
  const parts = [
    published > 0 && `${published} ${published === 1 ? 'article' : 'articles'} published`,
    notes > 0 && `${notes} ${notes === 1 ? 'note' : 'notes'}`,
  ]
  return parts.filter(Boolean).join(', ')
}
