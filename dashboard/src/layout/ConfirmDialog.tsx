import type { Reauthentication } from '@half-measure/shared/auth/account.ts'
import { reauthenticate } from '@half-measure/shared/routes/account.ts'
import { passkeyVerificationOptions } from '@half-measure/shared/routes/passkeys.ts'
import type { Api } from '../api/client.ts'
import { hasPasskeys, requestPasskey } from '../api/passkeys.ts'
import { useApiMutation } from '../api/queries.ts'
import { useSession } from '../session/browser-session.ts'
import { ChangeFailed } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Form, PasswordField } from '../ui/Form.tsx'
import { focusFirst, Modal } from '../ui/Modal.tsx'
import { ConfirmWithProvider } from './ConfirmWithProvider.tsx'

interface ConfirmDialogProps {
  /** Whether a code is required beside the password. */
  secondFactor: boolean
  onResult: (isConfirmed: boolean) => void
}

/** What is shown: a passkey, or the password and perhaps a code. */
type Proof = 'passkey' | Reauthentication

export function ConfirmDialog({ secondFactor, onResult }: ConfirmDialogProps) {
  const types = useSession()
    .user()
    ?.factors.map(({ factor_type }) => factor_type)
  const offersPasskey = types?.includes('passkey') === true && hasPasskeys()
  const hasApp = types?.some((type) => type !== 'passkey') === true
  const confirmation = useApiMutation(confirm)
  const { running } = confirmation

  const attempt = async (proof: Proof) => {
    if (await confirmation.run(proof)) onResult(true)
  }

  return (
    <Modal title="Confirm it is you" size="small" onClose={() => onResult(false)}>
      <Form
        busy={running}
        onSubmit={(field) => {
          const password = field('password')
          return attempt(secondFactor ? { password, code: field('code') } : { password })
        }}
      >
        <p>
          {offersPasskey
            ? 'You signed in more than ten minutes ago. Confirm with a passkey or your password to continue.'
            : 'You signed in more than ten minutes ago. Enter your password to continue.'}
        </p>
        <ChangeFailed of={[confirmation]} />
        {offersPasskey && (
          <>
            <Button ref={focusFirst} tone="primary" busy={running} onClick={() => void attempt('passkey')}>
              Use a passkey
            </Button>
            <p className="note">or</p>
          </>
        )}
        <PasswordField label="Password" ref={offersPasskey ? undefined : focusFirst} />
        {secondFactor && (
          <label>
            {hasApp ? 'Code of your authenticator app, or a recovery code' : 'Recovery code'}
            <input name="code" autoComplete="one-time-code" spellCheck={false} maxLength={100} required />
          </label>
        )}
        <Button type="submit" tone={offersPasskey ? 'plain' : 'primary'} busy={running}>
          {running ? 'Checking…' : 'Confirm'}
        </Button>
        <ConfirmWithProvider />
      </Form>
    </Modal>
  )
}

async function confirm(api: Api, proof: Proof): Promise<true> {
  const body =
    proof === 'passkey'
      ? { credential: await requestPasskey(await api.call(passkeyVerificationOptions, {})) }
      : proof
  await api.call(reauthenticate, { body })
  return true
}
