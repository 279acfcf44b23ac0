import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'

interface NewPasswordFormProps {
  /** Whether the current password is asked for too. */
  askCurrent: boolean
  running: boolean
  failure: string | null
  onPassword: (passwords: { password: string; current: string }) => unknown
}

/** The server judges the new password. */
export function NewPasswordForm({ askCurrent, running, failure, onPassword }: NewPasswordFormProps) {
  return (
    <Form
      busy={running}
      onSubmit={(field) => onPassword({ password: field('password'), current: field('current') })}
    >
      {failure !== null && !running && <Alert tone="danger">{failure}</Alert>}
      {askCurrent && (
        <label>
          Current password
          <input name="current" type="password" autoComplete="current-password" required />
        </label>
      )}
      <label>
        New password
        <input name="password" type="password" autoComplete="new-password" required />
      </label>
      <Button type="submit" tone="primary" busy={running}>
        {running ? 'Saving…' : 'Save password'}
      </Button>
    </Form>
  )
}
