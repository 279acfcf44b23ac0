import { useId, useState } from 'react'
import { accountCalls, userQuestion } from '../api/account-calls.ts'
import { useChange } from '../api/use-change.ts'
import { useQuestion } from '../api/use-question.ts'
import { Alert } from '../ui/Alert.tsx'
import { Panel } from '../ui/Panel.tsx'
import { textOf } from '../ui/text-of.ts'

/** Asks for another address to sign in with; it counts once a link that goes there is used. */
export function OwnEmail() {
  const id = useId()
  const user = useQuestion(userQuestion)
  const change = useChange(['audit'], accountCalls.changeEmail)
  const [asked, setAsked] = useState<string | null>(null)

  async function ask(email: string, password: string) {
    setAsked(null)
    if (await change.run({ email, current_password: password })) setAsked(email)
  }

  return (
    <Panel title="Address" note={user.status === 'ready' ? `Now ${user.data.email}` : ''}>
      <form
        className="auth-form"
        onSubmit={(event) => {
          // What was typed stays in the fields when it is refused.
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          if (!change.running) void ask(textOf(form, 'email').trim(), textOf(form, 'password'))
        }}
      >
        {asked !== null && (
          <Alert tone="notice">A link is on its way to {asked}. The address changes when it is used.</Alert>
        )}
        {change.failure !== null && !change.running && <Alert tone="danger">{change.failure}</Alert>}
        <label htmlFor={`${id}-email`}>New address</label>
        <input id={`${id}-email`} name="email" type="email" autoComplete="email" required />
        <label htmlFor={`${id}-password`}>Your password</label>
        <input
          id={`${id}-password`}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <button type="submit" className="button button-primary" aria-disabled={change.running}>
          {change.running ? 'Asking…' : 'Change address'}
        </button>
      </form>
    </Panel>
  )
}
