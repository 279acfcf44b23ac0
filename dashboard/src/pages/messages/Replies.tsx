import type { ContactMessage } from '@half-measure/shared/audience/contact-message.ts'
import { listMessages, readMessage, replyToMessage } from '@half-measure/shared/routes/audience.ts'
import { z } from 'zod'
import { useRouteMutation } from '../../api/queries.ts'
import { formatMoment } from '../../format/time.ts'
import { Alert, ChangeFailed } from '../../ui/Alert.tsx'
import { Button, takeFocus } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { CancelButton } from './CancelButton.tsx'
import { useDraftForm } from './draft-form.ts'
import { replyLink } from './reply-link.ts'

/** `seen`: how many replies there were when it was begun, or last sent. */
const ReplyDraft = z.object({ text: z.string(), seen: z.int() })

/** Replies sent from here, and a form to reply. */
export function Replies({ message }: { message: ContactMessage }) {
  const form = useDraftForm(`reply to ${message.id}`, ReplyDraft)
  const sending = useRouteMutation(replyToMessage, [listMessages, readMessage])
  const replies = message.replies.length
  const isLate = form.draft !== null && form.draft.seen < replies

  async function send(text: string) {
    if (form.draft) form.change({ ...form.draft, seen: replies })
    const body = { text, seen: replies }
    if (await sending.run({ params: { id: message.id }, body })) form.close()
  }

  return (
    <section className="stack" aria-label="Replies">
      {message.replies.map(({ text, by, created_at, outcome, failure }) => (
        <div key={created_at}>
          <p className="note">
            Replied {formatMoment(created_at)} by {by ?? 'somebody whose account was deleted'}
            {outcome === 'waiting' && ', not delivered yet'}
          </p>
          {outcome === 'failed' && <p className="bad">Could not be delivered: {failure}</p>}
          <p className="message-text">{text}</p>
        </div>
      ))}
      {form.isOpen ? (
        <Form label="Reply" busy={sending.running} onSubmit={(field) => send(field('text'))}>
          <label>
            Reply to {message.name}; the message is quoted below it
            <textarea
              ref={form.movesFocus ? takeFocus : undefined}
              name="text"
              required
              rows={8}
              maxLength={10_000}
              value={form.draft?.text ?? ''}
              onChange={({ target }) =>
                form.change(
                  target.value === '' ? null : { text: target.value, seen: form.draft?.seen ?? replies },
                )
              }
            />
          </label>
          <ChangeFailed of={[sending]} />
          {isLate && sending.failure === null && (
            <Alert tone="notice">
              Someone else has replied while you were writing. Read their reply, then send yours if it is
              still needed.
            </Alert>
          )}
          <div className="row">
            <Button type="submit" tone="primary" busy={sending.running}>
              {sending.running ? 'Sending…' : 'Send reply'}
            </Button>
            <CancelButton form={form} busy={sending.running} />
          </div>
        </Form>
      ) : (
        <div className="row">
          {!message.is_spam && (
            <Button ref={form.movesFocus ? takeFocus : undefined} tone="primary" onClick={form.open}>
              {replies === 0 ? 'Reply' : 'Reply again'}
            </Button>
          )}
          <a href={replyLink(message)}>Reply in your mail program</a>
        </div>
      )}
    </section>
  )
}
