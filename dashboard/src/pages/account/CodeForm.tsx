import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'

interface CodeFormProps {
  label: string
  button: string
  tone?: 'plain' | 'primary'
  running: boolean
  failure: string | null
  onCode: (code: string) => void
}

/** Asks for a code of a second factor. */
export function CodeForm({ label, button, tone = 'primary', running, failure, onCode }: CodeFormProps) {
  return (
    <Form busy={running} onSubmit={(field) => onCode(field('code'))}>
      {failure !== null && !running && <Alert tone="danger">{failure}</Alert>}
      <label>
        {label}
        <input name="code" autoComplete="one-time-code" spellCheck={false} maxLength={100} required />
      </label>
      <Button type="submit" tone={tone} busy={running}>
        {running ? 'Checking…' : button}
      </Button>
    </Form>
  )
}
