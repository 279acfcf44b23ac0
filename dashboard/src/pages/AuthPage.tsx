import { Form, useActionData, useLoaderData, useNavigation } from 'react-router-dom'
import { publication } from '@half-measure/shared/publication.ts'
import { Alert } from '../ui/Alert.tsx'
import { SiteFooter } from '../widgets/SiteFooter.tsx'
import { SiteHeader } from '../widgets/SiteHeader.tsx'
import type { SignInData, SignInFailure } from './sign-in.ts'
import { useSite } from './use-site.ts'

export function AuthPage() {
  const { demo } = useLoaderData<SignInData>()
  const failure = useActionData<SignInFailure>()
  const submitting = useNavigation().state !== 'idle'
  const site = useSite()
  return (
    <div className="auth-page">
      <title>{`Admin Access · ${publication.name}`}</title>
      {site !== null && <SiteHeader site={site} />}
      <main className="auth">
        <h1>Admin Access</h1>
        <p className="subtitle">Sign in to access analytics dashboard</p>
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
      </main>
      {site !== null && <SiteFooter site={site} />}
    </div>
  )
}
