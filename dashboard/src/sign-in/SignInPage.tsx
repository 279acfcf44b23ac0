import type { DemoCredentials, PasswordGrant, Session } from '@half-measure/shared/auth/session.ts'
import type { SingleSignOnFailure } from '@half-measure/shared/auth/single-sign-on.ts'
import { useEffect, useRef, useState } from 'react'
import { singleSignOnHref } from '../api/single-sign-on.ts'
import { AuthFrame } from '../layout/AuthFrame.tsx'
import { paths } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { Field, Form, PasswordField } from '../ui/Form.tsx'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { type SignInOptions, signInMessage } from './sign-in.ts'
import { singleSignOnMessage } from './single-sign-on-failure.ts'

/** Milliseconds that the button waits for the options. */
const LATE_AFTER_MS = 3_000

export interface SignInPageProps {
  readonly options: Promise<SignInOptions>
  /** The page to open after a sign-in. */
  readonly next: string
  /** Why the sign-in with the provider failed. */
  readonly providerFailure?: SingleSignOnFailure | undefined
  /** Resolves once signed in; throws where refused. */
  readonly signIn: (credentials: PasswordGrant, demo: DemoCredentials | null) => Promise<void>
  /** Takes over the session of a passkey; throws where the browser does not keep it. */
  readonly adopt: (session: Session) => void
}

/**
 * The form, also as the build renders it. The button cannot be pressed before the page's script has arrived, and waits
 * a moment for what may be filled in.
 */
export function SignInPage({ options, next, providerFailure, signIn, adopt }: SignInPageProps) {
  const [known, setKnown] = useState<SignInOptions | null>(null)
  const [isLate, setLate] = useState(false)
  const isReady = known !== null || isLate
  const [isSubmitting, setSubmitting] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [prefilled, setPrefilled] = useState<DemoCredentials | null>(null)
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    void options.then((read) => {
      setKnown(read)
      if ([email, password].every(({ current }) => isUntouched(current))) setPrefilled(read.demo)
      if (providerFailure) setFailure(singleSignOnMessage(providerFailure, read.provider))
    })
  }, [options, providerFailure])

  async function submit(field: (name: string) => string) {
    setSubmitting(true)
    setFailure(null)
    try {
      await signIn({ email: field('email'), password: field('password') }, known?.demo ?? null)
    } catch (error) {
      setFailure(signInMessage(error))
      setSubmitting(false)
    }
  }

  return (
    <AuthFrame title="Admin Access" subtitle="Sign in to access analytics dashboard">
      <Form busy={isSubmitting} onSubmit={submit}>
        {failure !== null && <Alert tone="danger">{failure}</Alert>}
        <noscript>Signing in needs JavaScript.</noscript>
        <Field
          label="Email"
          name="email"
          type="email"
          // HTML's token for passkeys, which the rule does not know.
          // oxlint-disable-next-line jsx-a11y/autocomplete-valid
          autoComplete="username webauthn"
          required
          ref={email}
          defaultValue={prefilled?.email}
        />
        <PasswordField label="Password" ref={password} defaultValue={prefilled?.password} />
        <button
          type="submit"
          className="button button-primary"
          disabled={!isReady}
          aria-disabled={isSubmitting || undefined}
        >
          {isSubmitting ? 'Signing In...' : 'Sign In'}
        </button>
      </Form>
      <PasskeySignIn adopt={adopt} isReady={isReady} />
      {known?.provider && (
        <div className="row">
          <a className="button" href={singleSignOnHref(next)}>
            Sign in with {known.provider}
          </a>
        </div>
      )}
      <p>
        <a href={paths.forgotPassword}>Forgot your password?</a>
      </p>
    </AuthFrame>
  )
}

/** Whether nobody types in it, or is about to: what is filled in then would be mixed with what is typed. */
function isUntouched(input: HTMLInputElement | null): boolean {
  return input !== null && input.value === '' && input !== document.activeElement
}
