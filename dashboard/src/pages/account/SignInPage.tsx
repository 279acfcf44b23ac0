import { Form, Link, useActionData, useLoaderData, useNavigation } from 'react-router-dom'
import { singleSignOnHref } from '../../api/single-sign-on.ts'
import { AuthFrame } from '../../layout/AuthFrame.tsx'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { singleSignOnMessage } from './single-sign-on-failure.ts'
import type { SignInData, SignInFailure } from './sign-in.ts'

export function SignInPage() {
  const { demo, provider, next, failure: ofProvider } = useLoaderData<SignInData>()
  const failure =
    useActionData<SignInFailure>()?.message ?? (ofProvider && singleSignOnMessage(ofProvider, provider))
  const isSubmitting = useNavigation().state !== 'idle'
  return (
    <AuthFrame title="Admin Access" subtitle="Sign in to access analytics dashboard">
      <Form method="post" className="form">
        {failure !== null && !isSubmitting && <Alert tone="danger">{failure}</Alert>}
        <label>
          Email
          <input
            name="email"
            type="email"
            // HTML's token for passkeys, which the rule does not know.
            // oxlint-disable-next-line jsx-a11y/autocomplete-valid
            autoComplete="username webauthn"
            required
            defaultValue={demo?.email}
          />
        </label>
        <label>
          Password
          <input
            name="password"
            type="password"
            autoComplete="current-password"
            required
            defaultValue={demo?.password}
          />
        </label>
        <button type="submit" className="button button-primary" disabled={isSubmitting}>
          {isSubmitting ? 'Signing In...' : 'Sign In'}
        </button>
      </Form>
      <PasskeySignIn />
      {provider !== null && (
        <div className="row">
          <a className="button" href={singleSignOnHref(next)}>
            Sign in with {provider}
          </a>
        </div>
      )}
      <p>
        <Link to={paths.forgotPassword}>Forgot your password?</Link>
      </p>
    </AuthFrame>
  )
}
