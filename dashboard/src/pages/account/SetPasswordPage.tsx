import type { LinkToken } from '@half-measure/shared/auth/account.ts'
import { changeUser, redeemLink } from '@half-measure/shared/routes/account.ts'
import { useState } from 'react'
import { Link, useLoaderData, useNavigate } from 'react-router-dom'
import { missingFactor } from '../../api/access.ts'
import { call, useApi } from '../../api/client.ts'
import { useApiMutation } from '../../api/queries.ts'
import { singleSignOnHref } from '../../api/single-sign-on.ts'
import { AuthFrame } from '../../layout/AuthFrame.tsx'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/browser-session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FactorForm } from './FactorForm.tsx'
import { useLinkToken } from './link-token.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { type FactorProof, proveFactor } from './prove-factor.ts'

const TITLES = {
  recovery: { title: 'New password', subtitle: 'Choose the password you will sign in with' },
  invite: { title: 'Welcome', subtitle: 'Choose a password to become an administrator' },
} as const

/** What the form requires: the password, or a second factor before that password can be set. */
type Step = { name: 'password' } | { name: 'factor'; password: string }

/** The page that mailed links open. Sending a password uses the link; opening the page does not. */
function SetPasswordPage({ type }: Pick<LinkToken, 'type'>) {
  const token = useLinkToken()
  const session = useSession()
  const api = useApi()
  const navigate = useNavigate()
  const [isRedeemed, setIsRedeemed] = useState(false)
  const [step, setStep] = useState<Step>({ name: 'password' })
  const change = useApiMutation((_api, step: () => Promise<void>) => step())

  async function redeem(token: string) {
    if (isRedeemed) return
    session.adopt('PASSWORD_RECOVERY', await call(redeemLink, { body: { type, token } }))
    setIsRedeemed(true)
  }

  async function save(password: string) {
    try {
      await api.call(changeUser, { body: { password } })
    } catch (error) {
      if (missingFactor(error) !== 'code-missing') throw error
      setStep({ name: 'factor', password })
      return
    }
    await navigate(paths.overview, { replace: true })
  }

  async function prove(proof: FactorProof, password: string) {
    session.adopt('MFA_CHALLENGE_VERIFIED', await proveFactor(api, proof))
    setStep({ name: 'password' })
    await save(password)
  }

  if (token === null) {
    return (
      <AuthFrame {...TITLES[type]}>
        <Alert tone="danger">This link is not complete. Open the link in the mail again.</Alert>
        <p>
          <a href={paths.signIn}>Go to the sign-in</a>
        </p>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame {...TITLES[type]}>
      {step.name === 'password' ? (
        <NewPasswordForm
          requireCurrent={false}
          change={change}
          onPassword={({ password }) => void change.run(() => redeem(token).then(() => save(password)))}
        />
      ) : (
        <FactorForm
          factors={session.user()?.factors ?? []}
          change={change}
          onProof={(proof) => void change.run(() => prove(proof, step.password))}
        />
      )}
      {type === 'invite' && <InvitedByProvider />}
      {type === 'recovery' && (
        <p>
          <Link to={paths.forgotPassword}>Request a new link</Link>
        </p>
      )}
    </AuthFrame>
  )
}

/** The provider vouches for the invited address as well as the link does, and no password is needed. */
function InvitedByProvider() {
  const provider = useLoaderData<string | null>()
  if (provider === null) return null
  return (
    <div className="row">
      <a className="button" href={singleSignOnHref(paths.overview)}>
        Sign in with {provider} instead
      </a>
    </div>
  )
}

export const RecoverPage = () => <SetPasswordPage type="recovery" />
export const InvitePage = () => <SetPasswordPage type="invite" />
