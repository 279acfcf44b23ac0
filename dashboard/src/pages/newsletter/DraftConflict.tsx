import type { Issue, IssueText } from '@half-measure/shared/audience/issue.ts'
import { useState } from 'react'
import { formatMoment } from '../../format/time.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button, ConfirmButton } from '../../ui/Button.tsx'

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

interface FrozenConflictProps {
  /** The issue as the server has it. */
  issue: Pick<Issue, 'state'>
  /** What is not in it. */
  text: IssueText
  onDiscard: () => void
}

/** An issue that somebody else has sent or scheduled: the text typed meanwhile can only be taken elsewhere. */
export function FrozenConflict({ issue, text, onDiscard }: FrozenConflictProps) {
  const [isCopied, setIsCopied] = useState(false)
  const { subject, preheader, body } = text
  const copy = () =>
    navigator.clipboard.writeText([subject, preheader, body].join('\n\n')).then(() => setIsCopied(true))
  return (
    <Alert tone="danger">
      <p>
        <strong>Your text is not saved.</strong> This issue was{' '}
        {issue.state === 'scheduled' ? 'scheduled' : 'sent'} meanwhile without your last changes, as the
        preview shows it. Your text stays on this page until you discard it.
      </p>
      <div className="row">
        <Button onClick={() => void copy()}>{isCopied ? 'Copied' : 'Copy my text'}</Button>
        <ConfirmButton confirmation="Discard it for good" onConfirm={onDiscard}>
          Discard my text
        </ConfirmButton>
      </div>
    </Alert>
  )
}
