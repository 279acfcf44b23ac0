import { useId } from 'react'
import { Alert } from './Alert.tsx'
import { textOf } from './text-of.ts'

interface NewPasswordFormProps {
  /** Whether the old password is asked for too. */
  askCurrent: boolean
  running: boolean
  failure: string | null
  onPassword: (passwords: { password: string; current: string }) => void
}

/** Asks for a new password; what is wrong with one, the server says. */
export function NewPasswordForm({ askCurrent, running, failure, onPassword }: NewPasswordFormProps) {
  const id = useId()
  return (
    <form
      className="auth-form"
      onSubmit={(event) => {
        // What was typed stays in the fields when it is refused.
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        if (!running) onPassword({ password: textOf(form, 'password'), current: textOf(form, 'current') })
      }}
    >
      {failure !== null && !running && <Alert tone="danger">{failure}</Alert>}
      {askCurrent && (
        <>
          <label htmlFor={`${id}-current`}>Current password</label>
          <input
            id={`${id}-current`}
            name="current"
            type="password"
            autoComplete="current-password"
            required
          />
        </>
      )}
      <label htmlFor={`${id}-new`}>New password</label>
      <input id={`${id}-new`} name="password" type="password" autoComplete="new-password" required />
      <button type="submit" className="button button-primary" aria-disabled={running}>
        {running ? 'Saving…' : 'Save password'}
      </button>
    </form>
  )
}
