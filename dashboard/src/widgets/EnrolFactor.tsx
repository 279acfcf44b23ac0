import type { EnrolledFactor } from '@half-measure/shared/auth/account.ts'
import { useId, useState } from 'react'
import { factorCalls } from '../api/factor-calls.ts'
import { useChange } from '../api/use-change.ts'
import { useSession } from '../session/session-context.ts'
import { Alert } from '../ui/Alert.tsx'
import { CodeForm } from '../ui/CodeForm.tsx'
import { QrPicture } from '../ui/QrPicture.tsx'
import { RecoveryCodeList } from '../ui/RecoveryCodeList.tsx'
import { textOf } from '../ui/text-of.ts'
import { inGroups } from './in-groups.ts'

type Step =
  | { name: 'begin' }
  | { name: 'secret'; factor: EnrolledFactor }
  | { name: 'done'; codes: readonly string[] }

interface EnrolFactorProps {
  onDone?: () => void
}

/** Sets up a second factor: a secret for an authenticator app, and a first code of it as the proof. */
export function EnrolFactor({ onDone }: EnrolFactorProps) {
  const session = useSession()
  const nameId = useId()
  const [step, setStep] = useState<Step>({ name: 'begin' })
  const enrolment = useChange([], factorCalls.enrol)
  const proof = useChange(['user', 'recovery-codes', 'sessions'], factorCalls.show)

  async function begin(name: string) {
    const factor = await enrolment.run(name)
    if (factor) setStep({ name: 'secret', factor })
  }

  async function prove(factor: EnrolledFactor, code: string) {
    const granted = await proof.run({ id: factor.id, code })
    if (!granted) return
    const { recovery_codes: codes = [], ...next } = granted
    session.adopt('MFA_CHALLENGE_VERIFIED', next)
    setStep({ name: 'done', codes })
    onDone?.()
  }

  switch (step.name) {
    case 'begin':
      return (
        <form
          className="auth-form"
          action={(form) => {
            if (!enrolment.running) void begin(textOf(form, 'name').trim())
          }}
        >
          {enrolment.failure !== null && <Alert tone="danger">{enrolment.failure}</Alert>}
          <label htmlFor={nameId}>Name of the device, if you like</label>
          <input id={nameId} name="name" maxLength={60} />
          <button type="submit" className="button" aria-disabled={enrolment.running}>
            Set up an authenticator app
          </button>
        </form>
      )
    case 'secret':
      return (
        <div className="stack">
          <p>
            Have your authenticator app scan this picture, or type the secret below it into the app. Where the
            app is on this device, <a href={step.factor.totp.uri}>open it with the secret</a>.
          </p>
          <QrPicture text={step.factor.totp.uri} label="QR code of the secret, for an authenticator app" />
          <p>
            <code className="secret">{inGroups(step.factor.totp.secret)}</code>
          </p>
          <CodeForm
            label="Code that the app shows"
            button="Confirm"
            running={proof.running}
            failure={proof.failure}
            onCode={(code) => void prove(step.factor, code)}
          />
        </div>
      )
    case 'done':
      return (
        <div className="stack">
          <Alert tone="notice">The second factor is set up.</Alert>
          {step.codes.length > 0 && <RecoveryCodeList codes={step.codes} />}
        </div>
      )
  }
}
