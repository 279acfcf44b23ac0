import type { ContactMessage } from '@half-measure/shared/audience/contact-message.ts'
import { listMessages, replyToMessage } from '@half-measure/shared/routes/audience.ts'
import { useState } from 'react'
import { useRouteMutation } from '../../api/queries.ts'
import { formatMoment } from '../../format/time.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { replyLink } from './reply-link.ts'

interface RepliesProps {
  message: ContactMessage
  onChanged: (message: ContactMessage) => void
}

/** Replies sent from here, and a form to reply. */
export function Replies({ message, onChanged }: RepliesProps) {
  const [isOpen, setOpen] = useState(false)
  const sending = useRouteMutation(replyToMessage, [listMessages])

  async function send(text: string) {
    const replied = await sending.run({ params: { id: message.id }, body: { text } })
    if (!replied) return
    setOpen(false)
    onChanged(replied)
  }

  return (
    <section className="stack" aria-label="Replies">
      {message.replies.map(({ text, by, created_at }) => (
        <div key={created_at}>
          <p className="note">
            Replied {formatMoment(created_at)} by {by ?? 'somebody whose account was deleted'}
          </p>
          <p className="message-text">{text}</p>
        </div>
      ))}
      <ChangeFailed of={[sending]} />
      {isOpen ? (
        <Form label="Reply" busy={sending.running} onSubmit={(field) => send(field('text'))}>
          <label>
            Reply to {message.name}; the message is quoted below it
            <textarea name="text" required rows={8} maxLength={10_000} />
          </label>
          <div className="row">
            <Button type="submit" tone="primary" busy={sending.running}>
              {sending.running ? 'Sending…' : 'Send reply'}
            </Button>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
          </div>
        </Form>
      ) : (
        <div className="row">
          {!message.is_spam && (
            <Button tone="primary" onClick={() => setOpen(true)}>
              {message.replies.length === 0 ? 'Reply' : 'Reply again'}
            </Button>
          )}
          <a href={replyLink(message)}>Reply in your mail program</a>
        </div>
      )}
    </section>
  )
}
