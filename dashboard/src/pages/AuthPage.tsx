import { Form, Link, useActionData, useLoaderData, useNavigation } from 'react-router-dom'
import { paths } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import type { SignInData, SignInFailure } from './sign-in.ts'

export function AuthPage() {
  const { demo } = useLoaderData<SignInData>()
  const failure = useActionData<SignInFailure>()
  const submitting = useNavigation().state !== 'idle'
  return (
    <AuthFrame title="Admin Access" subtitle="Sign in to access analytics dashboard">
      <Form method="post" className="auth-form">
        {failure && !submitting && <Alert tone="danger">{failure.message}</Alert>}
        <label htmlFor="email">Email</label>
        <input
          id="email"
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={demo?.email}
        />
        <label htmlFor="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          defaultValue={demo?.password}
        />
        <button type="submit" className="button button-primary" disabled={submitting}>
          {submitting ? 'Signing In...' : 'Sign In'}
        </button>
      </Form>
      <p className="auth-aside">
        <Link to={paths.forgotPassword()}>Forgot your password?</Link>
      </p>
    </AuthFrame>
  )
}
