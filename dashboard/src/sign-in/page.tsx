import { SINGLE_SIGN_ON_FAILURES } from '@half-measure/shared/auth/single-sign-on.ts'
import { SIGNED_OUT, withNext } from '@half-measure/shared/dashboard-paths.ts'
import { type ReactNode, StrictMode } from 'react'
import { nextAfterSignIn, paths } from '../paths.ts'
import { createBrowserSession, hasSessionCookies } from '../session/browser-session.ts'
import { expectSessionCookies, readSignInOptions, signInWithPassword } from './sign-in.ts'
import { SignInPage } from './SignInPage.tsx'

/** The page at this address. It leads on as soon as there is a session, from whichever tab. */
export function createPage(): ReactNode {
  const params = new URLSearchParams(location.search)
  const next = nextAfterSignIn(params)
  const failure = SINGLE_SIGN_ON_FAILURES.find((known) => known === params.get('failure'))
  // A reload shows the failure no longer, and leads on if there is a session by then.
  if (failure !== undefined || params.has(SIGNED_OUT))
    history.replaceState(null, '', withNext(paths.signIn, next))

  const session = createBrowserSession()
  session.onEvent(() => {
    if (session.user() !== null && hasSessionCookies()) location.replace(next)
  })
  // A session that could not be confirmed goes on, but its owner should know.
  if (failure === undefined)
    session.restore().catch((error: unknown) => console.warn('Failed to look for a session', error))

  return (
    <StrictMode>
      <SignInPage
        options={readSignInOptions()}
        next={next}
        providerFailure={failure}
        signIn={(credentials, demo) => signInWithPassword(session, demo, credentials)}
        adopt={(found) => {
          session.adopt('SIGNED_IN', found)
          expectSessionCookies()
        }}
      />
    </StrictMode>
  )
}
