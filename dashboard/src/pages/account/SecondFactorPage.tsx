import { useState } from 'react'
import { Link, useLoaderData, useNavigate } from 'react-router-dom'
import { hasPasskeys } from '../../api/passkeys.ts'
import { useApiMutation } from '../../api/queries.ts'
import { AuthFrame } from '../../layout/AuthFrame.tsx'
import { SignOutButton } from '../../layout/Page.tsx'
import { useSession } from '../../session/browser-session.ts'
import { AddPasskey } from './AddPasskey.tsx'
import { EnrolFactor } from './EnrolFactor.tsx'
import { FactorForm } from './FactorForm.tsx'
import { type FactorProof, proveFactor } from './prove-factor.ts'
import type { SecondFactorData } from './second-factor.ts'

export function SecondFactorPage() {
  const { missing, factors, next } = useLoaderData<SecondFactorData>()
  const [enrolled, setEnrolled] = useState<'app' | 'passkey' | null>(null)
  if (missing === 'code-missing') return <ProveFactor factors={factors} next={next} />
  return (
    <AuthFrame title="One more step" subtitle="This account needs a second factor">
      {hasPasskeys() && enrolled !== 'app' && <AddPasskey onDone={() => setEnrolled('passkey')} />}
      {hasPasskeys() && enrolled === null && <p className="note">or</p>}
      {enrolled !== 'passkey' && <EnrolFactor onDone={() => setEnrolled('app')} />}
      <div className="row">
        {enrolled !== null && (
          <Link className="button button-primary" to={next}>
            Continue
          </Link>
        )}
        <SignOutButton />
      </div>
    </AuthFrame>
  )
}

function ProveFactor({ factors, next }: Pick<SecondFactorData, 'factors' | 'next'>) {
  const session = useSession()
  const navigate = useNavigate()
  const proof = useApiMutation(proveFactor)

  async function prove(given: FactorProof) {
    const granted = await proof.run(given)
    if (!granted) return
    session.adopt('MFA_CHALLENGE_VERIFIED', granted)
    await navigate(next)
  }

  return (
    <AuthFrame title="One more step" subtitle="Sign in with your second factor">
      <FactorForm factors={factors} change={proof} onProof={(given) => void prove(given)} />
      <div className="row">
        <SignOutButton />
      </div>
    </AuthFrame>
  )
}
