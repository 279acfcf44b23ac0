import { publication } from '@half-measure/shared/publication.ts'
import { Prose } from '../articles/Prose.tsx'
import { breadcrumbNode } from '../document/json-ld.tsx'
import { Island } from '../islands/Island.tsx'
import { Page } from '../document/Page.tsx'
import { NewsletterForm } from '../newsletter/NewsletterForm.island.tsx'
import { prosePage } from './ProsePage.tsx'
import { paths } from '../paths.ts'

export function NewsletterPage() {
  const sample = prosePage('newsletter-sample')
  return (
    <Page
      title={publication.newsletter}
      description="One good argument and one good drink, every Friday. With it comes our guide: 25 principles on 25 pages, free."
      path={paths.newsletter}
      graph={[breadcrumbNode(['Newsletter', paths.newsletter])]}
      standfirst="One good argument and one good drink, at the end of the week, when you have time for both. 12,000+ readers."
    >
      <div className="page-body page-columns" data-columns="sample">
        <div>
          <section className="form-sent" id="sent" tabIndex={-1}>
            <h2>Check Your Email</h2>
            <p>
              A message is on its way to you. Use the link in it to confirm your address; then you are
              subscribed to {publication.newsletter} and the guide is sent.
            </p>
            <a className="button" href={paths.home}>
              Return Home
            </a>
          </section>
          <section className="form-panel">
            <h2>Twenty-five principles, free</h2>
            <p>
              Subscribers get our guide to drinking on purpose: 25 pages, 25 principles, usually $15. It comes
              once you have confirmed your address, and the letter comes every Friday after that.
            </p>
            <Island name="NewsletterForm">
              <NewsletterForm source="page" label="Send me the guide" />
            </Island>
          </section>
        </div>
        <section className="sample-issue" aria-labelledby="sample">
          <p className="label">A sample, as sent</p>
          <h2 id="sample">{sample.title}</h2>
          {sample.standfirst && <p className="standfirst">{sample.standfirst}</p>}
          <Prose Body={sample.Body} />
          <p className="story-more">
            <a href={paths.newsletterArchive}>Past issues, as they were sent</a>
          </p>
        </section>
      </div>
    </Page>
  )
}
