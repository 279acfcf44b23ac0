import type { DemoCredentials, PasswordGrant } from '@half-measure/shared/auth/session.ts'
import { ensureAdminUser, readDemoCredentials } from '@half-measure/shared/routes/auth.ts'
import { call } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { readProviderName } from '../api/single-sign-on.ts'
import { hasSessionCookies } from '../session/browser-session.ts'
import type { SessionStore } from '../session/session-store.ts'

/** How people can sign in on this installation. */
export interface SignInOptions {
  readonly demo: DemoCredentials | null
  /** The name of the OpenID provider. */
  readonly provider: string | null
}

export async function readSignInOptions(): Promise<SignInOptions> {
  const [demo, provider] = await Promise.all([readDemo(), readProviderName()])
  return { demo, provider }
}

/** Prefills the form. Only the embedded default and the demo have credentials; elsewhere the response is 404. */
async function readDemo(): Promise<DemoCredentials | null> {
  try {
    return await call(readDemoCredentials, {})
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) {
      console.warn('Failed to read demo credentials', error)
    }
    return null
  }
}

/** Signs in. The demonstration's account is created if it is missing. */
export async function signInWithPassword(
  session: SessionStore,
  demo: DemoCredentials | null,
  credentials: PasswordGrant,
): Promise<void> {
  if (credentials.email === demo?.email) {
    // The sign-in that follows reports failures.
    await call(ensureAdminUser, { body: credentials }).catch((error: unknown) =>
      console.warn('Failed to provision the built-in admin', error),
    )
  }
  await session.signIn(credentials)
  expectSessionCookies()
}

/** @throws {ApiError} where the browser did not keep the cookies of the session that has just begun. */
export function expectSessionCookies(): void {
  if (hasSessionCookies()) return
  throw new ApiError({
    status: 400,
    code: 'cookies_blocked',
    message:
      'This browser blocks cookies for this page, so you cannot stay signed in. Allow them and try again.',
  })
}

/** The server's message, if there is one. */
export function signInMessage(error: unknown): string {
  return (error instanceof Error && error.message) || 'Authentication failed'
}
