import type { ContactMessage } from '@half-measure/shared/audience/contact-message.ts'
import { listMessages, publishLetter, withdrawLetter } from '@half-measure/shared/routes/audience.ts'
import { useState } from 'react'
import { useRouteMutation } from '../../api/queries.ts'
import { formatMoment } from '../../format/time.ts'
import { siteOrigin } from '../../layout/site.tsx'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { Button, ConfirmButton } from '../../ui/Button.tsx'
import { Field, Form } from '../../ui/Form.tsx'

interface LetterEditorProps {
  message: ContactMessage
  onChanged: (message: ContactMessage) => void
}

/** Prints a message on the page of letters, edited, or takes it off; for messages whose senders allow it. */
export function LetterEditor({ message, onChanged }: LetterEditorProps) {
  const { letter } = message
  const params = { id: message.id }
  const [isOpen, setOpen] = useState(false)
  const publication = useRouteMutation(publishLetter, [listMessages])
  const withdrawal = useRouteMutation(withdrawLetter, [listMessages])
  const busy = publication.running || withdrawal.running
  const changed = (message: ContactMessage | null) => {
    if (!message) return
    setOpen(false)
    onChanged(message)
  }

  return (
    <section className="stack" aria-label="Letter">
      <p className="note">
        {letter ? (
          <>
            Printed as a letter on {formatMoment(letter.published_at)}.{' '}
            <a href={`${siteOrigin()}/letters`}>Letters page</a>
          </>
        ) : (
          'May be printed as a letter.'
        )}
      </p>
      <ChangeFailed of={[publication, withdrawal]} />
      {isOpen ? (
        <Form
          label="Letter"
          busy={busy}
          onSubmit={(field) =>
            publication
              .run({ params, body: { title: field('title'), text: field('text'), name: field('name') } })
              .then(changed)
          }
        >
          <Field
            label="Title"
            name="title"
            required
            maxLength={120}
            defaultValue={letter?.title ?? message.subject.slice(0, 120)}
          />
          <label>
            Text; an empty line begins a paragraph
            <textarea
              name="text"
              required
              rows={10}
              maxLength={5_000}
              defaultValue={letter?.text ?? message.message}
            />
          </label>
          <Field
            label="Name"
            name="name"
            required
            maxLength={200}
            defaultValue={letter?.name ?? message.name}
          />
          <div className="row">
            <Button type="submit" tone="primary" busy={busy}>
              Publish
            </Button>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
          </div>
        </Form>
      ) : (
        <div className="row">
          <Button busy={busy} onClick={() => setOpen(true)}>
            {letter ? 'Edit the letter' : 'Publish as a letter'}
          </Button>
          {letter && (
            <ConfirmButton
              confirmation="Withdraw it and delete its text"
              busy={busy}
              onConfirm={() => void withdrawal.run({ params }).then(changed)}
            >
              Withdraw the letter
            </ConfirmButton>
          )}
        </div>
      )}
    </section>
  )
}
