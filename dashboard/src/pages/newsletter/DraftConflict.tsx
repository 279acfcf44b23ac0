import type { Issue } from '@half-measure/shared/audience/issue.ts'
import { formatMoment } from '../../format/time.ts'
import { Alert } from '../../ui/Alert.tsx'
import { ConfirmButton } from '../../ui/Button.tsx'

interface DraftConflictProps {
  /** The issue as the server has it. */
  newer: Pick<Issue, 'updated_at'>
  busy: boolean
  onLoad: () => void
  onOverwrite: () => void
}

/** A draft that was also saved elsewhere: the editor chooses which text to keep. */
export function DraftConflict({ newer, busy, onLoad, onOverwrite }: DraftConflictProps) {
  return (
    <Alert tone="danger">
      <p>
        <strong>Your text is not saved.</strong> Somebody else, or another window of yours, saved a newer
        version on {formatMoment(newer.updated_at)}. The preview shows it. Your text stays on this page until
        you choose.
      </p>
      <div className="row">
        <ConfirmButton confirmation="Discard my text and load it" busy={busy} onConfirm={onLoad}>
          Load the newer version
        </ConfirmButton>
        <ConfirmButton confirmation="Replace the newer version" busy={busy} onConfirm={onOverwrite}>
          Save mine over it
        </ConfirmButton>
      </div>
    </Alert>
  )
}
