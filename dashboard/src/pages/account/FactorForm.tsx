import type { AuthUser } from '@half-measure/shared/auth/session.ts'
import { useState } from 'react'
import { hasPasskeys } from '../../api/passkeys.ts'
import { type Change, ChangeFailed } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Form.tsx'
import { CodeForm } from './CodeForm.tsx'
import type { FactorProof } from './prove-factor.ts'

interface FactorFormProps {
  factors: AuthUser['factors']
  change: Change
  onProof: (proof: FactorProof) => void
}

/** Asks for a second factor: a passkey where the account and the browser have them, or a code. */
export function FactorForm({ factors, change, onProof }: FactorFormProps) {
  const apps = factors.filter(({ factor_type }) => factor_type !== 'passkey')
  const offersPasskey = apps.length < factors.length && hasPasskeys()
  const [chosen, setChosen] = useState(apps[0]?.id ?? null)
  return (
    <>
      <ChangeFailed of={[change]} />
      {offersPasskey && (
        <>
          <div>
            <Button tone="primary" busy={change.running} onClick={() => onProof({ passkey: true })}>
              Use a passkey
            </Button>
          </div>
          <p className="note">or</p>
        </>
      )}
      {apps.length > 1 && (
        <Select
          label="Device"
          value={chosen ?? ''}
          options={apps.map(({ id, friendly_name }, at) => ({
            value: id,
            label: friendly_name ?? `Authenticator app ${at + 1}`,
          }))}
          onChange={setChosen}
        />
      )}
      <CodeForm
        label={apps.length > 0 ? 'Code of your authenticator app, or a recovery code' : 'Recovery code'}
        button="Continue"
        tone={offersPasskey ? 'plain' : 'primary'}
        // Its failure is above.
        change={{ ...change, failure: null }}
        onCode={(code) => onProof({ app: chosen, code })}
      />
    </>
  )
}
