import { publication } from '@half-measure/shared/publication.ts'
import { legalLinks, type SiteLink } from '@half-measure/shared/site-links.ts'
import { Island } from '../islands/Island.tsx'
import { NewsletterForm } from '../newsletter/NewsletterForm.island.tsx'
import { paths } from '../paths.ts'

const READ: readonly SiteLink[] = [
  { path: paths.archive, label: 'Archive' },
  { path: paths.reviews, label: 'Reviews' },
  { path: paths.events, label: 'Events' },
  { path: paths.letters, label: 'Letters' },
  { path: paths.saved, label: 'Saved' },
  { path: paths.masthead, label: 'Masthead' },
  { path: paths.corrections, label: 'Corrections' },
]

export function SiteFooter() {
  const { mailboxes, name, newsletter } = publication
  return (
    <footer className="site-footer">
      <div className="site-footer-columns">
        <section>
          <h2>Our Philosophy</h2>
          <p>
            Drink less often, choose better, stay for the conversation. We write about beer and its
            alcohol-free cousins for people who would rather decide than drift.{' '}
            <a href={paths.philosophy} data-track="link" data-track-id="footer-manifesto">
              Read the manifesto
            </a>
          </p>
        </section>
        <section>
          <h2>{newsletter}</h2>
          <Island name="NewsletterForm">
            <NewsletterForm source="footer" label="Subscribe" />
          </Island>
        </section>
        <section>
          <h2>Read</h2>
          <ul className="connect">
            {READ.map(({ path, label }) => (
              <li key={path}>
                <a href={path}>{label}</a>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2>Connect</h2>
          <ul className="connect">
            <li>
              <a href={paths.contact}>Contact</a>
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
              <a href={paths.rss} data-track="link" data-track-id="footer-rss">
                RSS
              </a>
            </li>
          </ul>
        </section>
      </div>
      <div className="site-footer-end">
        <ul className="link-row">
          {legalLinks.map(({ path, label }) => (
            <li key={label}>
              <a href={path}>{label}</a>
            </li>
          ))}
          <li>
            <button type="button" className="link-button" data-cookie-settings hidden>
              Cookie settings
            </button>
          </li>
        </ul>
        <p>© 2025 {name}. Drink responsibly. For people aged 18 and over.</p>
      </div>
    </footer>
  )
}
