import { readSignInOptions } from '@half-measure/shared/routes/single-sign-on.ts'
import { useLocation } from 'react-router-dom'
import { useApiQuery } from '../api/queries.ts'
import { singleSignOnHref } from '../api/single-sign-on.ts'
import { nextAfterSignIn } from '../paths.ts'
import { useSession } from '../session/browser-session.ts'

/** For accounts linked with the provider, which may have no password. Leads back to this page. */
export function ConfirmWithProvider() {
  const options = useApiQuery(readSignInOptions, {})
  const { pathname, search } = useLocation()
  const isLinked = useSession()
    .user()
    ?.identities.some(({ provider }) => provider === 'oidc')
  const name = options.status === 'ready' ? options.data.single_sign_on?.name : undefined
  if (!isLinked || name === undefined) return null
  // Before the second factor, the page's own address says where to go next.
  const next = pathname.startsWith('/admin/')
    ? pathname + search
    : nextAfterSignIn(new URLSearchParams(search))
  return (
    <>
      <p className="note">Or sign in again with {name}, and repeat what you were about to do.</p>
      <div className="row">
        <a className="button" href={singleSignOnHref(next, { confirm: true })}>
          Confirm with {name}
        </a>
      </div>
    </>
  )
}
