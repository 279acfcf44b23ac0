import type { ContactMessage } from '@half-measure/shared/people/contact-message.ts'
import { Link } from 'react-router-dom'
import { formatMoment } from '../format/time.ts'

interface MessageListProps {
  messages: readonly ContactMessage[]
  /** Id of the one that is open. */
  open: string | null
  addressOf: (message: ContactMessage) => string
  onOpen: (message: ContactMessage) => void
}

/** Who wrote about what, newest first. */
export function MessageList({ messages, open, addressOf, onOpen }: MessageListProps) {
  return (
    <ol className="messages">
      {messages.map((message) => (
        <li key={message.id} data-unread={message.status === 'unread'}>
          <Link
            to={addressOf(message)}
            aria-current={message.id === open ? 'true' : undefined}
            onClick={() => onOpen(message)}
          >
            <span className="message-from">{message.name}</span>
            <time dateTime={message.created_at}>{formatMoment(new Date(message.created_at))}</time>
            <span className="message-subject">{message.subject}</span>
            <span className="message-state">{message.held ? 'held' : message.status}</span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
