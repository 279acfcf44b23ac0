import { readUser } from '@half-measure/shared/routes/account.ts'
import { readSignInOptions } from '@half-measure/shared/routes/single-sign-on.ts'
import { useApiQuery } from '../../api/queries.ts'
import { formatMoment } from '../../format/time.ts'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { Entry, Panel } from '../../ui/Panel.tsx'

/** Provider accounts that can sign in to this account; nothing if there is neither provider nor account. */
export function SingleSignOnPanel() {
  const user = useApiQuery(readUser, {})
  const options = useApiQuery(readSignInOptions, {})
  const name = options.status === 'ready' ? options.data.single_sign_on?.name : undefined
  const isLinked = user.status === 'ready' && user.data.identities.some(({ provider }) => provider === 'oidc')
  if (name === undefined && !isLinked) return null
  return (
    <Panel title="Single sign-on" note="Provider accounts that can sign in to this account">
      <Loaded result={user} what="The linked accounts" rows={1}>
        {({ identities }) =>
          isLinked ? (
            <ul className="entries">
              {identities
                .filter(({ provider }) => provider === 'oidc')
                .map(({ issuer, identity_id: subject, linked_at: at }) => (
                  <Entry
                    key={`${issuer} ${subject}`}
                    name={issuer ?? subject}
                    details={`as ${subject}${at === undefined ? '' : `, since ${formatMoment(at)}`}`}
                  />
                ))}
            </ul>
          ) : (
            <Empty>
              Not linked. Signing in with {name} once links it, if your address there is the same.
            </Empty>
          )
        }
      </Loaded>
    </Panel>
  )
}
