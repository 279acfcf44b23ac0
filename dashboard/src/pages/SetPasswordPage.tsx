import type { LinkToken } from '@half-measure/shared/auth/account.ts'
import { AuthUser } from '@half-measure/shared/auth/session.ts'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { missingFactor } from '../api/access.ts'
import { useApi } from '../api/api.ts'
import { authCalls } from '../api/auth-calls.ts'
import { describeRefusal } from '../api/describe-failure.ts'
import { factorCalls } from '../api/factor-calls.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session/session-context.ts'
import { Alert } from '../ui/Alert.tsx'
import { CodeForm } from '../ui/CodeForm.tsx'
import { NewPasswordForm } from '../ui/NewPasswordForm.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { linkToken } from './link-token.ts'

const WORDS = {
  recovery: { title: 'New password', subtitle: 'Choose the password you will sign in with' },
  invite: { title: 'Welcome', subtitle: 'Choose a password, and you are an administrator' },
} as const

/** What is still needed: the password, or a code of a second factor before the password given can be set. */
type Step = { name: 'password' } | { name: 'code'; password: string }

interface SetPasswordPageProps {
  type: LinkToken['type']
}

/** Where mailed links lead. The link is used when a password is sent, not when the page is opened. */
function SetPasswordPage({ type }: SetPasswordPageProps) {
  const token = linkToken(useLocation().hash)
  const session = useSession()
  const api = useApi()
  const navigate = useNavigate()
  const [redeemed, setRedeemed] = useState(false)
  const [step, setStep] = useState<Step>({ name: 'password' })
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  /** Runs one attempt at a time and tells what went wrong with it. */
  async function attempt(work: () => Promise<void>) {
    setRunning(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      console.warn('Failed to set the password', error)
      setFailure(describeRefusal(error))
    }
    setRunning(false)
  }

  async function redeem(token: string) {
    if (redeemed) return
    session.adopt('PASSWORD_RECOVERY', await authCalls.redeem({ type, token }))
    setRedeemed(true)
  }

  async function save(password: string) {
    try {
      await api.send('PATCH', '/api/auth/user', AuthUser, { password })
    } catch (error) {
      if (missingFactor(error) !== 'code-missing') throw error
      setStep({ name: 'code', password })
      return
    }
    await navigate(paths.analytics(), { replace: true })
  }

  async function show(code: string, password: string) {
    const id = session.user()?.factors[0]?.id ?? ''
    session.adopt('MFA_CHALLENGE_VERIFIED', await factorCalls.show(api, { id, code }))
    setStep({ name: 'password' })
    await save(password)
  }

  if (token === null) {
    return (
      <AuthFrame {...WORDS[type]}>
        <Alert tone="danger">
          This address lacks the end of its link. Open the link from the mail again.
        </Alert>
        <p className="auth-aside">
          <Link to={paths.signIn()}>Go to the sign-in</Link>
        </p>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame {...WORDS[type]}>
      {step.name === 'password' ? (
        <NewPasswordForm
          askCurrent={false}
          running={running}
          failure={failure}
          onPassword={({ password }) => void attempt(() => redeem(token).then(() => save(password)))}
        />
      ) : (
        <CodeForm
          label="Code of your authenticator app, or a recovery code"
          button="Go on"
          running={running}
          failure={failure}
          onCode={(code) => void attempt(() => show(code, step.password))}
        />
      )}
      {type === 'recovery' && (
        <p className="auth-aside">
          <Link to={paths.forgotPassword()}>Ask for a new link</Link>
        </p>
      )}
    </AuthFrame>
  )
}

export const RecoverPage = () => <SetPasswordPage type="recovery" />
export const InvitePage = () => <SetPasswordPage type="invite" />
