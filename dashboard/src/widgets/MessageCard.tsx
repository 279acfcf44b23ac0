import type {
  ContactMessage,
  HeldReason,
  MessageStatus,
} from '@half-measure/shared/people/contact-message.ts'
import { messageCalls } from '../api/message-calls.ts'
import { useChange } from '../api/use-change.ts'
import { formatMoment } from '../format/time.ts'
import { Alert } from '../ui/Alert.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { replyLink } from './reply-link.ts'

const HELD_BECAUSE: Record<HeldReason, string> = {
  honeypot: 'a field that people do not see was filled in',
  too_fast: 'it came faster than people type',
  links: 'it is full of links',
  rate: 'its sender’s network sends many',
}

const CHANGES: readonly { status: MessageStatus; label: string }[] = [
  { status: 'unread', label: 'Mark as unread' },
  { status: 'read', label: 'Mark as read' },
  { status: 'replied', label: 'Mark as replied' },
  { status: 'archived', label: 'Archive' },
]

interface MessageCardProps {
  message: ContactMessage
  onChanged: (message: ContactMessage) => void
  onDeleted: () => void
}

/** One message, and what can be done with it. */
export function MessageCard({ message, onChanged, onDeleted }: MessageCardProps) {
  const status = useChange(['messages'], messageCalls.setStatus)
  const release = useChange(['messages'], messageCalls.release)
  const removal = useChange(['messages'], messageCalls.delete)
  const running = status.running || release.running || removal.running
  const failure = status.failure ?? release.failure ?? removal.failure

  async function change(to: MessageStatus) {
    const changed = await status.run({ id: message.id, status: to })
    if (changed) onChanged(changed)
  }

  async function notSpam() {
    const changed = await release.run(message.id)
    if (changed) onChanged(changed)
  }

  async function remove() {
    if ((await removal.run(message.id)) !== null) onDeleted()
  }

  return (
    <article className="panel message" aria-labelledby="message-subject">
      <header>
        <h2 id="message-subject">{message.subject}</h2>
        <p>
          {message.name}, <a href={`mailto:${message.email}`}>{message.email}</a>
        </p>
        <p className="message-facts">
          {formatMoment(new Date(message.created_at))}, to {message.mailbox}, {message.status}
        </p>
      </header>
      {message.held && (
        <Alert tone="notice">
          Held back as spam: {message.held_reasons.map((reason) => HELD_BECAUSE[reason]).join('; ')}.
        </Alert>
      )}
      <p className="message-text">{message.message}</p>
      {failure !== null && <Alert tone="danger">{failure}</Alert>}
      <div className="actions">
        <a className="button button-primary" href={replyLink(message)}>
          Reply by mail
        </a>
        {message.held && (
          <button
            type="button"
            className="button"
            aria-disabled={running}
            onClick={() => !running && void notSpam()}
          >
            Not spam
          </button>
        )}
        {CHANGES.filter((option) => option.status !== message.status).map((option) => (
          <button
            key={option.status}
            type="button"
            className="button"
            aria-disabled={running}
            onClick={() => !running && void change(option.status)}
          >
            {option.label}
          </button>
        ))}
        <ConfirmButton question="Delete for good" onConfirm={() => void remove()} disabled={running}>
          Delete
        </ConfirmButton>
      </div>
    </article>
  )
}
