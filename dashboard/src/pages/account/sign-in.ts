import type { DemoCredentials, PasswordGrant } from '@half-measure/shared/auth/session.ts'
import { ensureAdminUser, readDemoCredentials } from '@half-measure/shared/routes/auth.ts'
import { type ActionFunction, type LoaderFunction, redirect } from 'react-router-dom'
import { call } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { nextAfterSignIn } from '../../paths.ts'
import type { SessionStore } from '../../session/session-store.ts'

export interface SignInData {
  demo: DemoCredentials | null
}

export interface SignInFailure {
  message: string
}

/** The page's loader and action. Who is signed in already goes on to the dashboard. */
export function signInHandlers(session: SessionStore): { loader: LoaderFunction; action: ActionFunction } {
  let demo: DemoCredentials | null = null

  /** The built-in admin may not exist yet; the sign-in that follows tells. */
  async function provision(credentials: PasswordGrant): Promise<void> {
    if (credentials.email !== demo?.email) return
    await call(ensureAdminUser, { body: credentials }).catch((error: unknown) =>
      console.warn('Failed to provision the built-in admin', error),
    )
  }

  return {
    async loader({ request }): Promise<SignInData | Response> {
      if (await session.restore()) return redirect(nextOf(request))
      demo ??= await fetchDemoCredentials()
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

/** What the form is prefilled with: only the embedded default and the demo answer, others with 404. */
async function fetchDemoCredentials(): Promise<DemoCredentials | null> {
  try {
    return await call(readDemoCredentials, {})
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) {
      console.warn('Failed to read demo credentials', error)
    }
    return null
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
