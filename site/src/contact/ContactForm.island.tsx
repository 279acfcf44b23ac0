import { type SubmitEvent, useState } from 'react'
import { FormRefused, postForm } from '../client/post-form.ts'
import { paths } from '../paths.ts'
import { reportContactSent } from '../tracking/conversions.ts'

const FIELDS = [
  { name: 'name', label: 'Name', type: 'text', autoComplete: 'name', maxLength: 200 },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email', maxLength: 254 },
  { name: 'subject', label: 'Subject', type: 'text', autoComplete: 'off', maxLength: 200 },
] as const

/** As the server counts: without spaces around it. */
const MAX_MESSAGE = 5_000

/** A message to the editors. Works as a plain form; where scripts run, a failure keeps what was written. */
export function ContactForm() {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  const [excess, setExcess] = useState(0)

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isSending) return
    const form = event.currentTarget
    setSending(true)
    setFailure('')
    try {
      // Speed is one of the signs that tell programs from people.
      const elapsed_ms = Math.round(performance.now())
      await postForm('/api/contact', { ...Object.fromEntries(new FormData(form)), elapsed_ms })
    } catch (error) {
      console.error('Failed to send message', error)
      const reason = error instanceof FormRefused ? ` ${error.message}` : ''
      setFailure(`There was an error sending your message. Please try again.${reason}`)
      setSending(false)
      return
    }
    reportContactSent()
    form.reset()
    setSending(false)
    location.assign(paths.contactSent)
  }

  return (
    <form
      className="contact-form"
      method="post"
      action="/api/contact"
      onSubmit={(event) => void submit(event)}
    >
      {FIELDS.map(({ name, label, ...input }) => (
        <div className="field" key={name}>
          <label htmlFor={`contact-${name}`}>{label}</label>
          <input id={`contact-${name}`} name={name} required {...input} />
        </div>
      ))}
      <div className="field">
        <label htmlFor="contact-message">Message</label>
        {/* No `maxLength`: browsers cut what is pasted to it without a word. */}
        <textarea
          id="contact-message"
          name="message"
          rows={6}
          required
          onInput={({ currentTarget }) => setExcess(currentTarget.value.trim().length - MAX_MESSAGE)}
        />
        <output className="form-note" htmlFor="contact-message">
          {excess > 0 &&
            `Too long by ${excess} characters: the limit is ${MAX_MESSAGE.toLocaleString('en-GB')}.`}
        </output>
      </div>
      <label className="choice">
        <input name="may_print" type="checkbox" />
        <span>
          You may print this, shortened, as a <a href={paths.letters}>letter</a> with my name.
        </span>
      </label>
      <div className="visually-hidden" aria-hidden="true">
        {/* Only programs fill this in. */}
        <label htmlFor="contact-website">Website</label>
        <input id="contact-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      {failure && (
        <p className="form-error" role="alert">
          {failure}
        </p>
      )}
      {/* Not `disabled`, which would take the keyboard's focus away; `submit` ignores presses meanwhile. */}
      <button type="submit" className="button" aria-disabled={isSending || undefined}>
        {isSending ? 'Sending...' : 'Send Message'}
      </button>
    </form>
  )
}
