import { publication } from '@half-measure/shared/publication.ts'
import { LETTERS_PLACEHOLDER } from '@half-measure/shared/placeholders.ts'
import { ContactForm } from '../contact/ContactForm.island.tsx'
import { breadcrumbNode } from '../document/json-ld.tsx'
import { PageHead } from '../document/PageHead.tsx'
import { Island } from '../islands/Island.tsx'
import { Page } from '../document/Page.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'

const MAILBOXES = [
  { name: 'Editorial', about: 'Pitches, corrections, arguments', address: publication.mailboxes.editorial },
  { name: 'General', about: 'Everything else', address: publication.mailboxes.general },
  { name: 'Newsletter', about: publication.newsletter, address: publication.mailboxes.newsletter },
]

export function ContactPage() {
  return (
    <Page
      title="Contact"
      description="Write to the editors, correct us, or ask about the newsletter. We reply within 24 hours."
      path={paths.contact}
      graph={[{ '@type': 'ContactPage', name: 'Contact' }, breadcrumbNode(['Contact', paths.contact])]}
      standfirst="Corrections are welcome, and everything is answered within 24 hours."
    >
      <div className="page-body page-columns">
        <div>
          <section className="form-sent" id="sent" tabIndex={-1}>
            <h2>Thank You</h2>
            <p>Your message is with us. We reply within 24 hours.</p>
            <a className="button" href={paths.home}>
              Return Home
            </a>
          </section>
          <section className="form-panel" aria-label="Write to us">
            <Island name="ContactForm">
              <ContactForm />
            </Island>
          </section>
        </div>
        <section className="mailboxes" aria-labelledby="mailboxes">
          <h2 id="mailboxes">Or by e-mail</h2>
          <dl>
            {MAILBOXES.map(({ name, about, address }) => (
              <div key={address}>
                <dt>{name}</dt>
                <dd>{about}</dd>
                <dd>
                  <a href={`mailto:${address}`}>{address}</a>
                </dd>
              </div>
            ))}
            <div>
              <dt>By post</dt>
              <dd>{publication.publisher.name}</dd>
              <dd>{publication.publisher.address}</dd>
            </div>
          </dl>
        </section>
      </div>
    </Page>
  )
}

/** Letters from readers that an editor published. The server fills them in when it responds. */
export function LettersPage() {
  return (
    <>
      <PageHead
        title="Letters"
        description={`What readers write to ${publication.name}, printed with their permission.`}
        path={paths.letters}
      />
      <div className="prose-page">
        <div className="prose-page-head">
          <PageTitle title="Letters" standfirst="From readers, the newest first." />
          <p className="form-note">
            To write one, use <a href={paths.contact}>the contact form</a> and allow us to print it. We
            shorten letters, and do not change what they say. Errors of ours are put right among the{' '}
            <a href={paths.corrections}>corrections</a>.
          </p>
        </div>
        <div className="prose letters">{LETTERS_PLACEHOLDER}</div>
      </div>
    </>
  )
}
