import { useState } from 'react'
import { publication } from '@half-measure/shared/publication.ts'
import { subscribe } from '../api/subscribe.ts'
import { sitePaths } from '../paths.ts'

const LEGAL = [
  { label: 'Privacy Policy', path: sitePaths.privacy },
  { label: 'Terms', path: sitePaths.terms },
  { label: 'Disclaimer', path: sitePaths.disclaimer },
  { label: 'Cookie Policy', path: sitePaths.cookiePolicy },
  { label: 'Newsletter Archive', path: sitePaths.newsletter },
  { label: 'Contact', path: sitePaths.contact },
]

interface SiteFooterProps {
  /** Origin of the public site. */
  site: string
}

/** The magazine's footer, for pages of the dashboard that anyone can open. */
export function SiteFooter({ site }: SiteFooterProps) {
  return (
    <footer className="site-footer">
      <section>
        <h2>Our Philosophy</h2>
        <p>
          Drink less often, choose better, stay for the conversation. We write about beer and its alcohol-free
          cousins for people who would rather decide than drift.{' '}
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
            <a href={`mailto:${publication.mailboxes.general}`}>Write to us</a>
          </li>
          <li>
            <a href={site + sitePaths.feed}>RSS</a>
          </li>
        </ul>
      </section>
      <nav aria-label="Legal">
        {LEGAL.map(({ label, path }) => (
          <a key={label} href={site + path}>
            {label}
          </a>
        ))}
      </nav>
      <p className="site-copyright">
        © 2025 {publication.name}. Drink responsibly. For people aged 18 and over.
      </p>
    </footer>
  )
}

type Sending = 'idle' | 'sending' | 'sent' | 'failed'

const SAID: Record<Sending, string> = {
  idle: 'One letter, every Friday.',
  sending: 'Sending…',
  sent: 'Nearly there: open the message we have sent you and confirm the address.',
  failed: 'That did not reach us. Please try again.',
}

function SubscribeForm() {
  const [state, setState] = useState<Sending>('idle')

  async function send(form: FormData) {
    const email = form.get('email')
    if (typeof email !== 'string' || email === '') return
    setState('sending')
    try {
      await subscribe(email)
      setState('sent')
    } catch (error) {
      console.warn('Failed to subscribe', error)
      setState('failed')
    }
  }

  return (
    <form className="subscribe" action={send}>
      <label htmlFor="subscribe-email">Send it to</label>
      <input
        id="subscribe-email"
        name="email"
        type="email"
        autoComplete="email"
        placeholder="name@example.org"
        required
      />
      <button type="submit" className="button" aria-disabled={state === 'sending'}>
        Subscribe
      </button>
      <output>{SAID[state]}</output>
    </form>
  )
}
