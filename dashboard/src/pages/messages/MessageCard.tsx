import type {
  ContactMessage,
  SpamReason,
  MessageStatus,
} from '@half-measure/shared/audience/contact-message.ts'
import {
  changeMessage,
  deleteMessage,
  listMessages,
  markAsSpam,
  readMessage,
  releaseMessage,
} from '@half-measure/shared/routes/audience.ts'
import { useRouteMutation } from '../../api/queries.ts'
import { formatMoment } from '../../format/time.ts'
import { Alert, ChangeFailed } from '../../ui/Alert.tsx'
import { Button, ConfirmButton, takeFocus } from '../../ui/Button.tsx'
import { useNow } from '../../ui/use-now.ts'
import { replyDue } from './reply-due.ts'
import { LetterEditor } from './LetterEditor.tsx'
import { Replies } from './Replies.tsx'

const SPAM_REASONS: Record<SpamReason, string> = {
  honeypot: 'a field that people do not see was filled in',
  too_fast: 'it came faster than people type',
  links: 'it is full of links',
  rate: 'its sender’s network sends many',
}

const STATUSES: readonly { status: MessageStatus; label: string }[] = [
  { status: 'unread', label: 'Mark as unread' },
  { status: 'read', label: 'Mark as read' },
  { status: 'replied', label: 'Mark as replied' },
  { status: 'archived', label: 'Archive' },
]

interface MessageCardProps {
  message: ContactMessage
  onDeleted: () => void
}

/** One message, and what can be done with it. Takes the focus when it opens. */
export function MessageCard({ message, onDeleted }: MessageCardProps) {
  const params = { id: message.id }
  const change = useRouteMutation(changeMessage, [listMessages, readMessage])
  const spam = useRouteMutation(message.is_spam ? releaseMessage : markAsSpam, [listMessages, readMessage])
  const removal = useRouteMutation(deleteMessage, [listMessages])
  const busy = change.running || spam.running || removal.running
  const due = replyDue(message, useNow())

  return (
    <article className="panel stack" aria-labelledby="message-subject">
      <header>
        <h2 id="message-subject" tabIndex={-1} ref={takeFocus}>
          {message.subject}
        </h2>
        <p>
          {message.name}, <a href={`mailto:${message.email}`}>{message.email}</a>
        </p>
        <p className="note">
          {formatMoment(message.created_at)}, to {message.mailbox}, {message.status}
          {due && `, ${due.words}`}
        </p>
      </header>
      {message.is_spam && (
        <Alert tone="notice">
          Marked as spam
          {message.spam_reasons.length === 0
            ? ' by an editor.'
            : `: ${message.spam_reasons.map((reason) => SPAM_REASONS[reason]).join('; ')}.`}
        </Alert>
      )}
      <p className="message-text">{message.message}</p>
      <Replies message={message} />
      <ChangeFailed of={[change, spam, removal]} />
      <div className="row">
        {STATUSES.filter(({ status }) => status !== message.status).map(({ status, label }) => (
          <Button key={status} busy={busy} onClick={() => void change.run({ params, body: { status } })}>
            {label}
          </Button>
        ))}
        {/* A printed letter cannot be marked. */}
        {(message.letter === null || message.is_spam) && (
          <Button busy={busy} onClick={() => void spam.run({ params })}>
            {message.is_spam ? 'Not spam' : 'Mark as spam'}
          </Button>
        )}
        <ConfirmButton
          confirmation="Delete for good"
          busy={busy}
          onConfirm={() => void removal.run({ params }).then((done) => done !== null && onDeleted())}
        >
          Delete
        </ConfirmButton>
      </div>
      {message.may_print && <LetterEditor message={message} />}
    </article>
  )
}
