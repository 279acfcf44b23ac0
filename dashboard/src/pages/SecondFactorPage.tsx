import { useId, useState } from 'react'
import { Link, useLoaderData, useNavigate } from 'react-router-dom'
import { factorCalls } from '../api/factor-calls.ts'
import { useChange } from '../api/use-change.ts'
import { useSession } from '../session/session-context.ts'
import { CodeForm } from '../ui/CodeForm.tsx'
import { EnrolFactor } from '../widgets/EnrolFactor.tsx'
import { SignOutButton } from '../widgets/SignOutButton.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import type { SecondFactorData } from './second-factor.ts'

export function SecondFactorPage() {
  const { missing, factors, next } = useLoaderData<SecondFactorData>()
  const [enrolled, setEnrolled] = useState(false)
  if (missing === 'code-missing') return <ShowFactor factors={factors} next={next} />
  return (
    <AuthFrame title="One more step" subtitle="This account has to have a second factor">
      <EnrolFactor onDone={() => setEnrolled(true)} />
      <div className="actions">
        {enrolled && (
          <Link className="button button-primary" to={next}>
            Go on
          </Link>
        )}
        <SignOutButton />
      </div>
    </AuthFrame>
  )
}

function ShowFactor({ factors, next }: Pick<SecondFactorData, 'factors' | 'next'>) {
  const session = useSession()
  const navigate = useNavigate()
  const proof = useChange([], factorCalls.show)
  const selectId = useId()
  const [chosen, setChosen] = useState(factors[0]?.id ?? '')

  async function show(code: string) {
    const granted = await proof.run({ id: chosen, code })
    if (!granted) return
    session.adopt('MFA_CHALLENGE_VERIFIED', granted)
    await navigate(next)
  }

  return (
    <AuthFrame title="One more step" subtitle="Sign in with your second factor">
      {factors.length > 1 && (
        <div className="auth-form">
          <label htmlFor={selectId}>Device</label>
          <select id={selectId} value={chosen} onChange={({ target }) => setChosen(target.value)}>
            {factors.map(({ id, friendly_name }, at) => (
              <option key={id} value={id}>
                {friendly_name ?? `Authenticator app ${at + 1}`}
              </option>
            ))}
          </select>
        </div>
      )}
      <CodeForm
        label="Code of your authenticator app, or a recovery code"
        button="Go on"
        running={proof.running}
        failure={proof.failure}
        onCode={(code) => void show(code)}
      />
      <div className="actions">
        <SignOutButton />
      </div>
    </AuthFrame>
  )
}
