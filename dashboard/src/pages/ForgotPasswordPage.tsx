import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { authCalls } from '../api/auth-calls.ts'
import { useChange } from '../api/use-change.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { textOf } from '../ui/text-of.ts'
import { AuthFrame } from './AuthFrame.tsx'

export function ForgotPasswordPage() {
  const id = useId()
  const [sent, setSent] = useState(false)
  const request = useChange([], (_api, email: string) => authCalls.recover(email).then(() => true))

  async function send(email: string) {
    if (email !== '' && (await request.run(email))) setSent(true)
  }

  return (
    <AuthFrame title="Forgotten password" subtitle="A link by mail lets you set another one">
      {sent ? (
        <Alert tone="notice">
          If this address belongs to an account, a message with a link is on its way to it.
        </Alert>
      ) : (
        <form
          className="auth-form"
          onSubmit={(event) => {
            event.preventDefault()
            if (!request.running) void send(textOf(new FormData(event.currentTarget), 'email').trim())
          }}
        >
          {request.failure !== null && !request.running && <Alert tone="danger">{request.failure}</Alert>}
          <label htmlFor={id}>Email</label>
          <input id={id} name="email" type="email" autoComplete="username" required />
          <button type="submit" className="button button-primary" aria-disabled={request.running}>
            {request.running ? 'Sending…' : 'Send the link'}
          </button>
        </form>
      )}
      <p className="auth-aside">
        <Link to={paths.signIn()}>Back to the sign-in</Link>
      </p>
    </AuthFrame>
  )
}
