import { useState } from 'react'
import { Link, useLoaderData, useNavigate } from 'react-router-dom'
import { useApiMutation } from '../../api/queries.ts'
import { AuthFrame } from '../../layout/AuthFrame.tsx'
import { SignOutButton } from '../../layout/Page.tsx'
import { useSession } from '../../session/session-context.ts'
import { Select } from '../../ui/Form.tsx'
import { CodeForm } from './CodeForm.tsx'
import { EnrolFactor } from './EnrolFactor.tsx'
import { proveFactor } from './prove-factor.ts'
import type { SecondFactorData } from './second-factor.ts'

export function SecondFactorPage() {
  const { missing, factors, next } = useLoaderData<SecondFactorData>()
  const [isEnrolled, setIsEnrolled] = useState(false)
  if (missing === 'code-missing') return <ProveFactor factors={factors} next={next} />
  return (
    <AuthFrame title="One more step" subtitle="This account needs a second factor">
      <EnrolFactor onDone={() => setIsEnrolled(true)} />
      <div className="row">
        {isEnrolled && (
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
  const [chosen, setChosen] = useState(factors[0]?.id ?? '')

  async function prove(code: string) {
    const granted = await proof.run({ id: chosen, code })
    if (!granted) return
    session.adopt('MFA_CHALLENGE_VERIFIED', granted)
    await navigate(next)
  }

  return (
    <AuthFrame title="One more step" subtitle="Sign in with your second factor">
      {factors.length > 1 && (
        <Select
          label="Device"
          value={chosen}
          options={factors.map(({ id, friendly_name }, at) => ({
            value: id,
            label: friendly_name ?? `Authenticator app ${at + 1}`,
          }))}
          onChange={setChosen}
        />
      )}
      <CodeForm
        label="Code of your authenticator app, or a recovery code"
        button="Continue"
        running={proof.running}
        failure={proof.failure}
        onCode={(code) => void prove(code)}
      />
      <div className="row">
        <SignOutButton />
      </div>
    </AuthFrame>
  )
}
