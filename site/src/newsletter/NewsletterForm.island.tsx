import { type SubmitEvent, useState } from 'react'
import { failureText, postForm } from '../client/post-form.ts'
import { paths } from '../paths.ts'
import { reportNewsletterSignup } from '../tracking/conversions.ts'

interface NewsletterFormProps {
  /** Where on the site the reader signed up. */
  readonly source: 'popup' | 'page' | 'footer' | 'article'
  /** The button's text. */
  readonly label: string
}

type State = 'idle' | 'sending' | 'sent'

/** Minimum milliseconds that "Sending..." stays. */
const SENDING_MS = 1_000

/** A sign-up that works as a plain form and stays on the page where scripts run. */
export function NewsletterForm({ source, label }: NewsletterFormProps) {
  const [state, setState] = useState<State>('idle')
  const [failure, setFailure] = useState('')
  const isSending = state === 'sending'
  const field = `newsletter-email-${source}`

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const email = new FormData(form).get('email')
    if (isSending || typeof email !== 'string' || email.trim() === '') return
    setState('sending')
    setFailure('')
    try {
      await postForm('/api/newsletter', { email: email.trim(), source }, { atLeastMs: SENDING_MS })
    } catch (error) {
      console.error('Failed to sign up', error)
      setFailure(failureText(error))
      setState('idle')
      return
    }
    reportNewsletterSignup(source)
    if (source !== 'popup' && source !== 'page') {
      setState('sent')
      return
    }
    // Back may show this page as it was left.
    setState('idle')
    form.reset()
    location.assign(paths.newsletterSent)
  }

  if (state === 'sent') {
    return (
      <output className="newsletter-done" tabIndex={-1} ref={focusOn}>
        Check your email and use the link in it to confirm your address; then the guide is yours.
      </output>
    )
  }
  return (
    <form
      className="newsletter-form"
      method="post"
      action="/api/newsletter"
      data-newsletter-form={source}
      onSubmit={(event) => void submit(event)}
    >
      <input type="hidden" name="source" value={source} />
      <div className="newsletter-row">
        <div className="field">
          <label htmlFor={field}>Email address</label>
          <input id={field} name="email" type="email" autoComplete="email" required maxLength={254} />
        </div>
        <button
          type="submit"
          className="button"
          // Presses that `submit` ignores do not count as clicks.
          data-track={isSending ? undefined : 'button'}
          data-track-id={`newsletter-${source}`}
          // Not `disabled`, which would take the keyboard's focus away.
          aria-disabled={isSending || undefined}
        >
          {isSending ? 'Sending...' : label}
        </button>
      </div>
      {failure && (
        <p className="form-error" role="alert">
          {failure}
        </p>
      )}
      <p className="form-note">Every Friday, once you have confirmed your address. Leave at any time. 18+.</p>
    </form>
  )
}

/** The button that had the keyboard's focus is gone. */
function focusOn(element: HTMLElement | null): void {
  element?.focus()
}
