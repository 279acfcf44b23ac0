import type { DemoCredentials } from '@half-measure/shared/auth/session.ts'
import { redirect, type ActionFunction, type LoaderFunction } from 'react-router-dom'
import { authCalls, readDemoCredentials, type Credentials } from '../api/auth-calls.ts'
import { nextAfterSignIn } from '../paths.ts'
import type { SessionStore } from '../session/session-store.ts'

export interface SignInData {
  demo: DemoCredentials | null
}

export interface SignInFailure {
  message: string
}

/** The page's loader and action. Whoever is signed in goes on to the dashboard. */
export function signInHandlers(session: SessionStore): { loader: LoaderFunction; action: ActionFunction } {
  let demo: DemoCredentials | null = null

  /** The built-in admin may not exist yet; whether this worked shows in the sign-in that follows. */
  async function provision(credentials: Credentials): Promise<void> {
    if (credentials.email !== demo?.email) return
    await authCalls
      .ensureAdminUser(credentials)
      .catch((error: unknown) => console.warn('Failed to provision the built-in admin', error))
  }

  return {
    async loader({ request }): Promise<SignInData | Response> {
      if (await session.restore()) return redirect(nextOf(request))
      demo ??= await readDemoCredentials()
      return { demo }
    },

    async action({ request }): Promise<SignInFailure | Response> {
      const form = await request.formData()
      const credentials = { email: textOf(form.get('email')), password: textOf(form.get('password')) }
      try {
        await provision(credentials)
        await session.signIn(credentials)
      } catch (error) {
        return { message: signInMessage(error) }
      }
      return redirect(nextOf(request))
    },
  }
}

/** The server's words where there are any. */
export function signInMessage(error: unknown): string {
  return (error instanceof Error && error.message) || 'Authentication failed'
}

function nextOf(request: Request): string {
  return nextAfterSignIn(new URL(request.url).searchParams)
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : ''
}
