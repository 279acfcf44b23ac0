import {
  type ContactMessage,
  isSameLetter,
  LetterText,
} from '@half-measure/shared/audience/contact-message.ts'
import {
  listMessages,
  publishLetter,
  readMessage,
  withdrawLetter,
} from '@half-measure/shared/routes/audience.ts'
import { z } from 'zod'
import { useRouteMutation } from '../../api/queries.ts'
import { formatMoment } from '../../format/time.ts'
import { siteOrigin } from '../../layout/site.tsx'
import { Alert, ChangeFailed } from '../../ui/Alert.tsx'
import { Button, ConfirmButton, takeFocus } from '../../ui/Button.tsx'
import { Field, Form } from '../../ui/Form.tsx'
import { CancelButton } from './CancelButton.tsx'
import { useDraftForm } from './draft-form.ts'

const LetterDraft = z.object({
  title: z.string(),
  text: z.string(),
  name: z.string(),
  /** The letter as it was when this was begun, or last sent. */
  seen: LetterText.nullable(),
})

/** Prints a message on the page of letters, edited, or takes it off; for messages whose senders allow it. */
export function LetterEditor({ message }: { message: ContactMessage }) {
  const { letter } = message
  const params = { id: message.id }
  const form = useDraftForm(`letter of ${message.id}`, LetterDraft)
  const publication = useRouteMutation(publishLetter, [listMessages, readMessage])
  const withdrawal = useRouteMutation(withdrawLetter, [listMessages, readMessage])
  const busy = publication.running || withdrawal.running
  const begun = letter ?? { title: message.subject.slice(0, 120), text: message.message, name: message.name }
  const { title, text, name } = form.draft ?? begun
  const change = (part: Partial<LetterText>) =>
    form.change({ title, text, name, ...part, seen: form.draft ? form.draft.seen : letter })

  async function publish(edited: LetterText) {
    if (form.draft) form.change({ ...form.draft, seen: letter })
    if (await publication.run({ params, body: { ...edited, seen: letter } })) form.close()
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
          `May be printed as a letter${message.is_spam ? ' once it is not spam' : ''}.`
        )}
      </p>
      {form.isOpen ? (
        <Form
          label="Letter"
          busy={busy}
          onSubmit={(field) => publish({ title: field('title'), text: field('text'), name: field('name') })}
        >
          <Field
            label="Title"
            ref={form.movesFocus ? takeFocus : undefined}
            name="title"
            required
            maxLength={120}
            value={title}
            onChange={({ target }) => change({ title: target.value })}
          />
          <label>
            Text; an empty line begins a paragraph
            <textarea
              name="text"
              required
              rows={10}
              maxLength={5_000}
              value={text}
              onChange={({ target }) => change({ text: target.value })}
            />
          </label>
          <Field
            label="Name"
            name="name"
            required
            maxLength={200}
            value={name}
            onChange={({ target }) => change({ name: target.value })}
          />
          <ChangeFailed of={[publication]} />
          {form.draft && !isSameLetter(form.draft.seen, letter) && <NewerLetter letter={letter} />}
          <div className="row">
            <Button type="submit" tone="primary" busy={busy}>
              Publish
            </Button>
            <CancelButton form={form} busy={busy} />
          </div>
        </Form>
      ) : (
        <>
          <ChangeFailed of={[withdrawal]} />
          <div className="row">
            {!message.is_spam && (
              <Button ref={form.movesFocus ? takeFocus : undefined} busy={busy} onClick={form.open}>
                {letter ? 'Edit the letter' : 'Publish as a letter'}
              </Button>
            )}
            {letter && (
              <ConfirmButton
                confirmation="Withdraw it and delete its text"
                busy={busy}
                onConfirm={() => void withdrawal.run({ params })}
              >
                Withdraw the letter
              </ConfirmButton>
            )}
          </div>
        </>
      )}
    </section>
  )
}

/** What someone else has done to the letter in the meantime. */
function NewerLetter({ letter }: { letter: LetterText | null }) {
  if (letter === null) {
    return (
      <Alert tone="notice">
        Someone else has withdrawn this letter while you were writing. Publish prints it again.
      </Alert>
    )
  }
  return (
    <Alert tone="notice">
      <p>Someone else has published this while you were writing. Publish replaces it with yours.</p>
      <p>
        <strong>{letter.title}</strong>
      </p>
      <p className="message-text">{letter.text}</p>
      <p>{letter.name}</p>
    </Alert>
  )
}
