import { type Change, ChangeFailed } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field, Form } from '../../ui/Form.tsx'

interface CodeFormProps {
  label: string
  button: string
  tone?: 'plain' | 'primary'
  change: Change
  onCode: (code: string) => void
}

/** Asks for a code of a second factor. */
export function CodeForm({ label, button, tone = 'primary', change, onCode }: CodeFormProps) {
  return (
    <Form busy={change.running} onSubmit={(field) => onCode(field('code'))}>
      <ChangeFailed of={[change]} />
      <Field
        label={label}
        name="code"
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={100}
        required
      />
      <Button type="submit" tone={tone} busy={change.running}>
        {change.running ? 'Checking…' : button}
      </Button>
    </Form>
  )
}
