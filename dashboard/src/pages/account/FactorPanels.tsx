import type { AuthUser } from '@half-measure/shared/auth/session.ts'
import { countRecoveryCodes, readUser, removeFactor } from '@half-measure/shared/routes/account.ts'
import { hasPasskeys } from '../../api/passkeys.ts'
import { useApiQuery, useRouteMutation } from '../../api/queries.ts'
import { formatMoment } from '../../format/time.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { ConfirmButton } from '../../ui/Button.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { Entry, Panel } from '../../ui/Panel.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { EnrolFactor } from './EnrolFactor.tsx'

type Factor = AuthUser['factors'][number]

export function PasskeysPanel() {
  return (
    <Panel title="Passkeys" note="Instead of the password, or after it">
      <FactorList
        what="The passkeys"
        isListed={({ factor_type }) => factor_type === 'passkey'}
        none={() => 'None. A passkey opens this account with your fingerprint, face or PIN.'}
      />
      {hasPasskeys() ? (
        <AddPasskey />
      ) : (
        <p className="note">This browser offers no passkeys at this address: they need https or localhost.</p>
      )}
    </Panel>
  )
}

export function AppsPanel() {
  return (
    <Panel title="Authenticator apps" note="Their code is asked for after the password">
      <FactorList
        what="The authenticator apps"
        isListed={({ factor_type }) => factor_type !== 'passkey'}
        none={(factors) => (factors.length === 0 ? 'None: the password alone opens this account.' : 'None.')}
      />
      <EnrolFactor />
    </Panel>
  )
}

interface FactorListProps {
  what: string
  isListed: (factor: Factor) => boolean
  /** The text if there are none. */
  none: (factors: readonly Factor[]) => string
}

function FactorList({ what, isListed, none }: FactorListProps) {
  const result = useApiQuery(readUser, {})
  const removal = useRouteMutation(removeFactor, [readUser, countRecoveryCodes])
  return (
    <>
      <ChangeFailed of={[removal]} />
      <Loaded result={result} what={what} rows={2}>
        {({ factors }) => {
          const listed = factors.filter(isListed)
          if (listed.length === 0) return <Empty>{none(factors)}</Empty>
          return (
            <ul className="entries">
              {listed.map((factor) => (
                <Entry
                  key={factor.id}
                  name={factor.friendly_name ?? 'Authenticator app'}
                  details={detailsOf(factor)}
                  actions={
                    <ConfirmButton
                      confirmation="Remove for good"
                      about={factor.friendly_name ?? 'Authenticator app'}
                      busy={removal.running}
                      onConfirm={() => void removal.run({ params: { id: factor.id } })}
                    >
                      Remove
                    </ConfirmButton>
                  }
                />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </>
  )
}

function detailsOf({ created_at, last_used_at }: Factor): string | undefined {
  if (created_at === undefined) return undefined
  const used = last_used_at == null ? 'not used yet' : `last used ${formatMoment(last_used_at)}`
  return `Added ${formatMoment(created_at)}, ${used}`
}
