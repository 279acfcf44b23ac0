import { useId } from 'react'
import { textOf } from '../../ui/text-of.ts'

interface SaveViewFormProps {
  onSave: (name: string, shared: boolean) => Promise<void>
}

/** Keeps what is shown under a name. */
export function SaveViewForm({ onSave }: SaveViewFormProps) {
  const id = useId()
  return (
    <form
      className="small-form"
      action={(form) => onSave(textOf(form, 'name').trim(), form.get('shared') !== null)}
    >
      <label htmlFor={id}>Save what is shown as</label>
      <input id={id} name="name" maxLength={80} pattern=".*\S.*" title="A name" autoComplete="off" required />
      <label className="choice">
        <input type="checkbox" name="shared" /> Share with every administrator
      </label>
      <button type="submit" className="button button-primary">
        Save view
      </button>
    </form>
  )
}
