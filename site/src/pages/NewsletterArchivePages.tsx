import { ISSUE_PLACEHOLDERS } from '@half-measure/shared/placeholders.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { breadcrumbNode } from '../document/json-ld.tsx'
import { PageHead } from '../document/PageHead.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'

/** The issues in the archive. The server fills in the list when it responds. */
export function NewsletterArchivePage() {
  return (
    <>
      <PageHead
        title={`${publication.newsletter}: past issues`}
        description={`Every issue of ${publication.newsletter} that was sent, the newest first.`}
        path={paths.newsletterArchive}
        graph={[breadcrumbNode(['Newsletter', paths.newsletter], ['Past issues', paths.newsletterArchive])]}
      />
      <PageTitle title="Past Issues" standfirst={`${publication.newsletter}, as it was sent.`} />
      <div className="page-body">
        <h2 className="visually-hidden">Issues</h2>
        <ul className="story-rows">{ISSUE_PLACEHOLDERS.list}</ul>
        <ArchiveFoot />
      </div>
    </>
  )
}

/** The template of each issue's page, which the server fills in. */
export function NewsletterIssuePage() {
  const { title, summary, day, body, slug } = ISSUE_PLACEHOLDERS
  return (
    <>
      <PageHead title={title} description={summary} path={`${paths.newsletterArchive}/${slug}`} graph={[]} />
      <div className="prose-page">
        <div className="prose-page-head">
          <PageTitle title={title} standfirst={summary} note={`${publication.newsletter}, ${day}`} />
        </div>
        <div className="prose">
          <div className="issue-body">{body}</div>
          <ArchiveFoot />
        </div>
      </div>
    </>
  )
}

function ArchiveFoot() {
  return (
    <p className="story-more">
      <a href={paths.newsletterArchive}>Past issues</a>, their <a href={paths.newsletterFeed}>feed</a>, and{' '}
      <a href={paths.newsletter}>how to get the next one</a>.
    </p>
  )
}
