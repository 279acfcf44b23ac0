import { type Change, ChangeFailed } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form, PasswordField } from '../../ui/Form.tsx'

interface NewPasswordFormProps {
  /** Whether the current password is required too. */
  requireCurrent: boolean
  change: Change
  onPassword: (passwords: { password: string; current: string }) => unknown
}

/** The server judges the new password. */
export function NewPasswordForm({ requireCurrent, change, onPassword }: NewPasswordFormProps) {
  return (
    <Form
      busy={change.running}
      onSubmit={(field) => onPassword({ password: field('password'), current: field('current') })}
    >
      <ChangeFailed of={[change]} />
      {requireCurrent && <PasswordField label="Current password" name="current" />}
      <PasswordField label="New password" autoComplete="new-password" />
      <Button type="submit" tone="primary" busy={change.running}>
        {change.running ? 'Saving…' : 'Save password'}
      </Button>
    </Form>
  )
}
