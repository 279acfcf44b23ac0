import { useId } from 'react'
import { Alert } from './Alert.tsx'
import { textOf } from './text-of.ts'

interface CodeFormProps {
  label: string
  button: string
  running: boolean
  failure: string | null
  onCode: (code: string) => void
}

/** Asks for a code of a second factor. */
export function CodeForm({ label, button, running, failure, onCode }: CodeFormProps) {
  const id = useId()
  return (
    <form
      className="auth-form"
      action={(form) => {
        if (!running) onCode(textOf(form, 'code').trim())
      }}
    >
      {failure !== null && !running && <Alert tone="danger">{failure}</Alert>}
      <label htmlFor={id}>{label}</label>
      <input id={id} name="code" autoComplete="one-time-code" spellCheck={false} maxLength={100} required />
      <button type="submit" className="button button-primary" aria-disabled={running}>
        {running ? 'Checking…' : button}
      </button>
    </form>
  )
}
