import { Button, ConfirmButton } from '../../ui/Button.tsx'
import type { DraftForm } from './draft-form.ts'

interface CancelButtonProps {
  form: Pick<DraftForm<unknown>, 'draft' | 'close'>
  busy: boolean
}

/** Closes the form; asks first if that discards text. */
export function CancelButton({ form, busy }: CancelButtonProps) {
  if (form.draft === null) {
    return (
      <Button busy={busy} onClick={form.close}>
        Cancel
      </Button>
    )
  }
  return (
    <ConfirmButton confirmation="Discard the text" busy={busy} onConfirm={form.close}>
      Discard
    </ConfirmButton>
  )
}
