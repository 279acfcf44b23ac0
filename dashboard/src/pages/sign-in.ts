import type { DemoCredentials } from '@half-measure/shared/auth/session.ts'
import { redirect, type ActionFunction, type LoaderFunction } from 'react-router-dom'
import { authCalls, readDemoCredentials } from '../api/auth-calls.ts'
import { nextAfterSignIn } from '../paths.ts'
import type { SessionStore } from '../session/session-store.ts'

export interface SignInData {
  demo: DemoCredentials | null
}

export interface SignInFailure {
  message: string
}

/** Whoever is signed in goes on to the dashboard. */
export function signInLoader(session: SessionStore): LoaderFunction {
  return async ({ request }): Promise<SignInData | Response> => {
    if (await session.restore()) return redirect(nextAfterSignIn(new URL(request.url).searchParams))
    return { demo: await readDemoCredentials() }
  }
}

export function signInAction(session: SessionStore): ActionFunction {
  return async ({ request }): Promise<SignInFailure | Response> => {
    const form = await request.formData()
    const credentials = { email: textOf(form.get('email')), password: textOf(form.get('password')) }
    try {
      await provision(credentials)
      await session.signIn(credentials)
    } catch (error) {
      return { message: signInMessage(error) }
    }
    return redirect(nextAfterSignIn(new URL(request.url).searchParams))
  }
}

/** The built-in admin may not exist yet; whether this worked shows in the sign-in that follows. */
async function provision(credentials: DemoCredentials): Promise<void> {
  const demo = await readDemoCredentials()
  if (demo === null || credentials.email !== demo.email) return
  await authCalls
    .ensureAdminUser(credentials)
    .catch((error: unknown) => console.warn('Failed to provision the built-in admin', error))
}

/** The server's words where there are any. */
export function signInMessage(error: unknown): string {
  return (error instanceof Error && error.message) || 'Authentication failed'
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : ''
}
