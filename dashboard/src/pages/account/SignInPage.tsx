import { Form, Link, useActionData, useLoaderData, useNavigation } from 'react-router-dom'
import { AuthFrame } from '../../layout/AuthFrame.tsx'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import type { SignInData, SignInFailure } from './sign-in.ts'

export function SignInPage() {
  const { demo } = useLoaderData<SignInData>()
  const failure = useActionData<SignInFailure>()
  const isSubmitting = useNavigation().state !== 'idle'
  return (
    <AuthFrame title="Admin Access" subtitle="Sign in to access analytics dashboard">
      <Form method="post" className="form">
        {failure && !isSubmitting && <Alert tone="danger">{failure.message}</Alert>}
        <label>
          Email
          <input name="email" type="email" autoComplete="username" required defaultValue={demo?.email} />
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
      <p>
        <Link to={paths.forgotPassword}>Forgot your password?</Link>
      </p>
    </AuthFrame>
  )
}
