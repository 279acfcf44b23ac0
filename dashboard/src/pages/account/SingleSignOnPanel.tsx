import { readUser, unlinkIdentity } from '@half-measure/shared/routes/account.ts'
import { readSignInOptions } from '@half-measure/shared/routes/single-sign-on.ts'
import { useApiQuery, useRouteMutation } from '../../api/queries.ts'
import { formatMoment } from '../../format/time.ts'
import { useSession } from '../../session/browser-session.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { ConfirmButton } from '../../ui/Button.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { Entry, Panel } from '../../ui/Panel.tsx'

/** Provider accounts that can sign in to this account; nothing if there is neither provider nor account. */
export function SingleSignOnPanel() {
  const user = useApiQuery(readUser, {})
  const session = useSession()
  const removal = useRouteMutation(unlinkIdentity, [readUser])
  const options = useApiQuery(readSignInOptions, {})
  const name = options.status === 'ready' ? options.data.single_sign_on?.name : undefined
  const isLinked = user.status === 'ready' && user.data.identities.some(({ provider }) => provider === 'oidc')
  if (name === undefined && !isLinked) return null
  return (
    <Panel title="Single sign-on" note="Provider accounts that can sign in to this account">
      <ChangeFailed of={[removal]} />
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
                    actions={
                      issuer !== undefined && (
                        <ConfirmButton
                          confirmation="Remove this link"
                          about={issuer}
                          busy={removal.running}
                          onConfirm={() => void unlink(issuer)}
                        >
                          Remove
                        </ConfirmButton>
                      )
                    }
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

  async function unlink(issuer: string) {
    const updated = await removal.run({ query: { issuer } })
    if (updated) session.updateUser(updated)
  }
}
