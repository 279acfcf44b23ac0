import type { DemoCredentials, PasswordGrant } from '@half-measure/shared/auth/session.ts'
import {
  SINGLE_SIGN_ON_FAILURES,
  type SingleSignOnFailure,
} from '@half-measure/shared/auth/single-sign-on.ts'
import { ensureAdminUser, readDemoCredentials } from '@half-measure/shared/routes/auth.ts'
import { type ActionFunction, type LoaderFunction, redirect } from 'react-router-dom'
import { call } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { readProviderName } from '../../api/single-sign-on.ts'
import { nextAfterSignIn, paths, withNext } from '../../paths.ts'
import type { SessionStore } from '../../session/session-store.ts'

export interface SignInData {
  demo: DemoCredentials | null
  /** The name of the OpenID provider. */
  provider: string | null
  /** The page to open after a sign-in. */
  next: string
  /** Why the provider's sign-in failed. */
  failure: SingleSignOnFailure | null
}

export interface SignInFailure {
  message: string
}

/** The page's loader and action. Signed-in users go straight to the dashboard. */
export function signInHandlers(session: SessionStore): { loader: LoaderFunction; action: ActionFunction } {
  let demo: DemoCredentials | null = null
  /** Failure of the last sign-in with the provider, until shown. */
  let unseen: SingleSignOnFailure | null = null

  /** Creates the built-in admin if missing; the sign-in that follows reports failures. */
  async function provision(credentials: PasswordGrant): Promise<void> {
    if (credentials.email !== demo?.email) return
    await call(ensureAdminUser, { body: credentials }).catch((error: unknown) =>
      console.warn('Failed to provision the built-in admin', error),
    )
  }

  return {
    async loader({ request }): Promise<SignInData | Response> {
      const { searchParams: params } = new URL(request.url)
      const given = SINGLE_SIGN_ON_FAILURES.find((failure) => failure === params.get('failure'))
      if (given !== undefined) {
        unseen = given
        return redirect(withNext(paths.signIn, params.get('next') ?? undefined))
      }
      const failure = unseen
      unseen = null
      // A session that could not be confirmed goes on, but its owner should know.
      if (failure === null && (await session.restore())) return redirect(nextOf(request))
      // Not part of the first script, which the figures need.
      const provider = await readProviderName()
      demo ??= await fetchDemoCredentials()
      return {
        demo,
        provider,
        next: nextOf(request),
        failure,
      }
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

/** Prefills the form. Only the embedded default and the demo have credentials; elsewhere the response is 404. */
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

/** The server's message, if there is one. */
export function signInMessage(error: unknown): string {
  return (error instanceof Error && error.message) || 'Authentication failed'
}

function nextOf(request: Request): string {
  return nextAfterSignIn(new URL(request.url).searchParams)
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : ''
}
