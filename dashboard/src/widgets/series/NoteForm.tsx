import type { NoteDraft } from '@half-measure/shared/desk/note.ts'
import { useId } from 'react'
import { textOf } from '../../ui/text-of.ts'

interface NoteFormProps {
  draft: NoteDraft
  onSave: (draft: NoteDraft) => Promise<void>
}

export function NoteForm({ draft, onSave }: NoteFormProps) {
  const id = useId()
  return (
    <form
      className="small-form"
      action={(form) => onSave({ day: textOf(form, 'day'), text: textOf(form, 'text').trim() })}
    >
      <label htmlFor={`${id}-day`}>Day</label>
      <input id={`${id}-day`} name="day" type="date" defaultValue={draft.day} required />
      <label htmlFor={`${id}-text`}>What happened</label>
      <input
        id={`${id}-text`}
        name="text"
        defaultValue={draft.text}
        maxLength={200}
        pattern=".*\S.*"
        title="A few words"
        autoComplete="off"
        required
      />
      <button type="submit" className="button button-primary">
        Save note
      </button>
    </form>
  )
}
