import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { authCalls } from '../api/auth-calls.ts'
import { describeRefusal } from '../api/describe-failure.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { linkToken } from './link-token.ts'

/** Where the link leads that was mailed to a new address. It is used by the button, not by opening the page. */
export function ConfirmEmailPage() {
  const token = linkToken(useLocation().hash)
  const [state, setState] = useState<'asking' | 'running' | 'done'>('asking')
  const [failure, setFailure] = useState<string | null>(null)

  async function confirm(token: string) {
    setState('running')
    setFailure(null)
    try {
      await authCalls.confirmEmail(token)
      setState('done')
    } catch (error) {
      console.warn('Failed to confirm the address', error)
      setFailure(describeRefusal(error))
      setState('asking')
    }
  }

  return (
    <AuthFrame title="New address" subtitle="The one you will sign in with">
      {token === null && (
        <Alert tone="danger">
          This address lacks the end of its link. Open the link from the mail again.
        </Alert>
      )}
      {failure !== null && <Alert tone="danger">{failure}</Alert>}
      {state === 'done' && <Alert tone="notice">From now on you sign in with this address.</Alert>}
      {token !== null && state !== 'done' && (
        <div className="auth-form">
          <button
            type="button"
            className="button button-primary"
            aria-disabled={state === 'running'}
            onClick={() => state === 'asking' && void confirm(token)}
          >
            {state === 'running' ? 'Confirming…' : 'Use this address'}
          </button>
        </div>
      )}
      <p className="auth-aside">
        <Link to={paths.signIn()}>Go to the sign-in</Link>
      </p>
    </AuthFrame>
  )
}
