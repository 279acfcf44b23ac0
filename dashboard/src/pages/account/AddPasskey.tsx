import type { FactorSession } from '@half-measure/shared/auth/account.ts'
import { countRecoveryCodes, listOwnSessions, readUser } from '@half-measure/shared/routes/account.ts'
import { passkeyRegistrationOptions, registerPasskey } from '@half-measure/shared/routes/passkeys.ts'
import { useState } from 'react'
import type { Api } from '../../api/client.ts'
import { createPasskey } from '../../api/passkeys.ts'
import { useApiMutation } from '../../api/queries.ts'
import { useSession } from '../../session/browser-session.ts'
import { Alert, ChangeFailed } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field, Form } from '../../ui/Form.tsx'
import { RecoveryCodes } from './EnrolFactor.tsx'

/** Adds a passkey to the account; the first second factor brings recovery codes. */
export function AddPasskey({ onDone }: { onDone?: () => void }) {
  const session = useSession()
  const registration = useApiMutation(addPasskey, [readUser, countRecoveryCodes, listOwnSessions])
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  async function add(name: string): Promise<boolean> {
    const granted = await registration.run(name)
    if (!granted) return false
    const { recovery_codes = [], ...next } = granted
    session.adopt('MFA_CHALLENGE_VERIFIED', next)
    setCodes(recovery_codes)
    onDone?.()
    return true
  }

  return (
    <div className="stack">
      {codes !== null && !registration.running && registration.failure === null && (
        <Alert tone="notice">The passkey is added.</Alert>
      )}
      {codes !== null && codes.length > 0 && <RecoveryCodes codes={codes} />}
      <Form busy={registration.running} onSubmit={(field) => add(field('passkey'))}>
        <ChangeFailed of={[registration]} />
        <Field label="Name of the passkey (optional)" name="passkey" maxLength={60} autoComplete="off" />
        <Button type="submit" busy={registration.running}>
          {registration.running ? 'Waiting for your device…' : 'Add a passkey'}
        </Button>
      </Form>
    </div>
  )
}

async function addPasskey(api: Api, name: string): Promise<FactorSession> {
  const { credential, isOfDevice } = await createPasskey(await api.call(passkeyRegistrationOptions, {}))
  const friendly_name = name || (isOfDevice ? deviceName(navigator.userAgent) : 'Security key or phone')
  return api.call(registerPasskey, { body: { friendly_name, credential } })
}

const DEVICES = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
] as const

/** Name of the device if its owner gives none. */
function deviceName(userAgent: string): string {
  return DEVICES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Passkey'
}
