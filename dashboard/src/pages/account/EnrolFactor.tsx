import { encodeQR } from 'qr'
import type { EnrolledFactor } from '@half-measure/shared/auth/account.ts'
import {
  countRecoveryCodes,
  enrolFactor,
  listOwnSessions,
  readUser,
} from '@half-measure/shared/routes/account.ts'
import { useMemo, useState } from 'react'
import { useApiMutation, useRouteMutation } from '../../api/queries.ts'
import { useSession } from '../../session/browser-session.ts'
import { Alert, ChangeFailed } from '../../ui/Alert.tsx'
import { Button, takeFocus } from '../../ui/Button.tsx'
import { Field, Form } from '../../ui/Form.tsx'
import { CodeForm } from './CodeForm.tsx'
import { proveFactor } from './prove-factor.ts'

type Step =
  | { name: 'start' }
  | { name: 'secret'; factor: EnrolledFactor }
  | { name: 'done'; codes: readonly string[] }

/** Sets up a second factor: a secret for an authenticator app, and its first code as proof. */
export function EnrolFactor({ onDone }: { onDone?: () => void }) {
  const session = useSession()
  const [step, setStep] = useState<Step>({ name: 'start' })
  const enrolment = useRouteMutation(enrolFactor)
  const proof = useApiMutation(proveFactor, [readUser, countRecoveryCodes, listOwnSessions])

  async function start(name: string) {
    const factor = await enrolment.run({ body: name === '' ? {} : { friendly_name: name } })
    if (factor) setStep({ name: 'secret', factor })
  }

  async function prove({ id }: EnrolledFactor, code: string) {
    const granted = await proof.run({ app: id, code })
    if (!granted) return
    const { recovery_codes: codes = [], ...next } = granted
    session.adopt('MFA_CHALLENGE_VERIFIED', next)
    setStep({ name: 'done', codes })
    onDone?.()
  }

  switch (step.name) {
    case 'start':
      return (
        <Form busy={enrolment.running} onSubmit={(field) => start(field('name'))}>
          <ChangeFailed of={[enrolment]} />
          <Field label="Name of the device (optional)" name="name" maxLength={60} />
          <Button type="submit" busy={enrolment.running}>
            Set up an authenticator app
          </Button>
        </Form>
      )
    case 'secret':
      return (
        <div className="stack">
          <p>
            Scan this picture with your authenticator app, or type the secret below it. Is the app on this
            device? <a href={step.factor.totp.uri}>Open it with the secret</a>.
          </p>
          <QrCode text={step.factor.totp.uri} label="QR code of the secret, for an authenticator app" />
          <p>
            <code className="secret">{inGroups(step.factor.totp.secret)}</code>
          </p>
          <CodeForm
            label="Code that the app shows"
            button="Confirm"
            change={proof}
            onCode={(code) => void prove(step.factor, code)}
          />
        </div>
      )
    case 'done':
      return (
        <div className="stack">
          <Alert tone="notice">The second factor is set up.</Alert>
          {step.codes.length > 0 && <RecoveryCodes codes={step.codes} />}
        </div>
      )
  }
}

/** Shown only once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div tabIndex={-1} ref={takeFocus}>
      <p>
        Keep these recovery codes somewhere safe. Each signs you in once if you lose the device. They are not
        shown again.
      </p>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Dark on light in dark mode too, as cameras expect; nothing where the text is too long. */
function QrCode({ text, label }: { text: string; label: string }) {
  const modules = useMemo(() => qrModules(text), [text])
  if (modules === null) return null
  const size = modules.length
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      // It is drawn, not fetched.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} />
      <path
        d={modules
          .flatMap((line, row) => line.map((isDark, column) => (isDark ? `M${column} ${row}h1v1h-1z` : '')))
          .join('')}
      />
    </svg>
  )
}

/** `ABCD EFGH …`, for typing. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? ''
}

/** Up to 15 percent of the code may be unreadable. */
const CORRECTION = 'medium'
/** Light modules around the code. */
const FRAME = 4

/** A QR code with its frame: modules row by row, true for dark. Null for a text that is too long. */
export function qrModules(text: string): boolean[][] | null {
  try {
    return encodeQR(text, 'raw', { ecc: CORRECTION, border: FRAME })
  } catch {
    return null
  }
}
