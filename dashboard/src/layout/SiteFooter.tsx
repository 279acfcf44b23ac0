import { publication } from '@half-measure/shared/publication.ts'
import { subscribe } from '@half-measure/shared/routes/site.ts'
import { legalLinks, sitePaths } from '@half-measure/shared/site-links.ts'
import { useState, useSyncExternalStore } from 'react'
import { call } from '../api/client.ts'
import { isRefusal } from '../api/errors.ts'
import { Form } from '../ui/Form.tsx'
import { siteOrigin } from './site.tsx'

/** The magazine's footer. */
export function SiteFooter() {
  const site = siteOrigin()
  const { mailboxes } = publication
  return (
    <footer className="site-footer">
      <section>
        <h2>Our Philosophy</h2>
        <p>
          Drink less often, choose better, stay for the conversation. We write about beer and its alcohol-free
          cousins for people who would rather decide than drift.
        </p>
        <p>
          <a href={site + sitePaths.philosophy}>Read the manifesto</a>
        </p>
      </section>
      <section>
        <h2>{publication.newsletter}</h2>
        <SubscribeForm />
      </section>
      <section>
        <h2>Connect</h2>
        <ul>
          <li>
            <a href={site + sitePaths.contact}>Contact</a>
          </li>
          <li>
            <a href={`mailto:${mailboxes.general}`}>Write to us</a>
          </li>
          <li>
            <a href={`mailto:${mailboxes.editorial}`}>Write to the editors</a>
          </li>
          <li>
            <a href={`mailto:${mailboxes.newsletter}`}>Write about the newsletter</a>
          </li>
          <li>
            <a href={site + sitePaths.rss}>RSS</a>
          </li>
        </ul>
      </section>
      <nav className="row" aria-label="Legal">
        {legalLinks.map(({ label, path }) => (
          <a key={label} href={site + path}>
            {label}
          </a>
        ))}
      </nav>
      <p>© 2025 {publication.name}. Drink responsibly. For people aged 18 and over.</p>
    </footer>
  )
}

function SubscribeForm() {
  const [isSending, setSending] = useState(false)
  const [note, setNote] = useState('One letter, every Friday.')
  // The sign-in page has the form before its script.
  const isInteractive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )

  async function send(email: string): Promise<boolean> {
    setSending(true)
    setNote('Sending…')
    try {
      await call(subscribe, { body: { email, source: 'footer' } })
      setNote('Nearly there: open the message we have sent you and confirm the address.')
      return true
    } catch (error) {
      console.warn('Failed to subscribe', error)
      setNote(isRefusal(error) ? error.message : 'That did not reach us. Please try again.')
      return false
    } finally {
      setSending(false)
    }
  }

  return (
    <Form busy={isSending} onSubmit={(field) => field('email') !== '' && send(field('email'))}>
      <label>
        Send it to
        <input name="email" type="email" autoComplete="email" placeholder="name@example.org" required />
      </label>
      <button
        type="submit"
        className="button"
        disabled={!isInteractive}
        aria-disabled={isSending || undefined}
      >
        Subscribe
      </button>
      <output>{note}</output>
    </Form>
  )
}
