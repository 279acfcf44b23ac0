import type { Reauthentication } from '@half-measure/shared/auth/session.ts'
import { useState } from 'react'
import { ChangeFailed } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { Modal } from '../ui/Modal.tsx'
import { ConfirmWithProvider } from './ConfirmWithProvider.tsx'

interface ConfirmDialogProps {
  /** Whether a code is asked for beside the password. */
  secondFactor: boolean
  /** Resolves with why it was refused; null where it was not. */
  onProof: (proof: Reauthentication) => Promise<string | null>
  onClose: () => void
}

export function ConfirmDialog({ secondFactor, onProof, onClose }: ConfirmDialogProps) {
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function submit(proof: Reauthentication) {
    setRunning(true)
    setFailure(await onProof(proof))
    setRunning(false)
  }

  return (
    <Modal title="Confirm it is you" size="small" onClose={onClose}>
      <Form
        busy={running}
        onSubmit={(field) => {
          const password = field('password')
          return submit(secondFactor ? { password, code: field('code') } : { password })
        }}
      >
        <p>It is more than ten minutes since you entered your password. Enter it again to go on.</p>
        <ChangeFailed of={[{ failure, running }]} />
        <label>
          Password
          <input
            // Focused when the dialog opens.
            ref={(input) => input?.setAttribute('autofocus', '')}
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
        </label>
        {secondFactor && (
          <label>
            Code of your authenticator app, or a recovery code
            <input name="code" autoComplete="one-time-code" spellCheck={false} maxLength={100} required />
          </label>
        )}
        <Button type="submit" tone="primary" busy={running}>
          {running ? 'Checking…' : 'Confirm'}
        </Button>
        <ConfirmWithProvider />
      </Form>
    </Modal>
  )
}
