import type { FailedMail } from '@half-measure/shared/people/failed-mail.ts'
import { countOf } from '../format/number.ts'
import { formatMoment } from '../format/time.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'

interface FailedMailListProps {
  mails: readonly FailedMail[]
  changing: boolean
  onRetry: (mail: FailedMail) => void
  onDrop: (mail: FailedMail) => void
}

/** Mail that was given up: to whom, why, and what can be done about it. */
export function FailedMailList({ mails, changing, onRetry, onDrop }: FailedMailListProps) {
  return (
    <ul className="entries">
      {mails.map((mail) => (
        <li key={mail.id}>
          <div>
            <p className="entry-name">
              {mail.subject}, to {mail.recipient}
            </p>
            <p className="entry-facts">
              {mail.kind} · given up {formatMoment(new Date(mail.failed_at))} after{' '}
              {countOf(mail.attempts, 'attempt')}
            </p>
            <p className="entry-facts entry-reason">{mail.reason}</p>
          </div>
          <div className="actions">
            <button
              type="button"
              className="button"
              aria-disabled={changing}
              onClick={() => !changing && onRetry(mail)}
            >
              Try again
            </button>
            <ConfirmButton question="Forget it for good" disabled={changing} onConfirm={() => onDrop(mail)}>
              Forget
            </ConfirmButton>
          </div>
        </li>
      ))}
    </ul>
  )
}
