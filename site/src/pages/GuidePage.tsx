import { publication } from '@half-measure/shared/publication.ts'
import { Page } from '../document/Page.tsx'
import { paths } from '../paths.ts'
import { Picture } from '../pictures/Picture.tsx'
import { OpensChoice, PrivateAddress } from './MailedLinkPage.tsx'

/**
 * The guide's download page, linked in the welcome email and shown on confirming, at `#confirmed`. The form has no
 * action: it goes to the page's own address with the token, and the server responds with the file.
 */
export function GuidePage() {
  return (
    <Page
      title="Your guide"
      description="The guide to drinking on purpose, for subscribers."
      path={paths.newsletterGuide}
      indexed={false}
      standfirst="Twenty-five principles for drinking on purpose, one to a page. Keep it, print it, disagree with it."
    >
      <PrivateAddress />
      <div className="page-body guide">
        <div className="guide-text">
          <section className="form-sent" id="confirmed" tabIndex={-1}>
            <h2>You are on the list</h2>
            <p>
              {publication.newsletter} comes at the end of the week, and a letter with a link to this page is
              on its way, for when you have lost the file.
            </p>
          </section>
          <form method="post" className="form-panel mailed-link" data-guide="offered">
            <button type="submit" className="button" data-track="button" data-track-id="guide-download">
              Download the guide
            </button>
            <p className="form-note">A PDF of 25 pages. The link is yours, for as long as you subscribe.</p>
          </form>
          {/* Without scripts it has no token, but then the confirmation page had the box. */}
          <form
            method="post"
            action={paths.newsletterPreferences}
            className="form-panel mailed-link guide-opens"
          >
            <OpensChoice isShown />
            <button type="submit" className="button">
              Save
            </button>
          </form>
          <p>
            If you would rather begin with something shorter, <a href={paths.stories}>the stories</a> are
            where they always are.
          </p>
        </div>
        <Picture slug="half-measure" crop="square" alt="" sizes="(min-width: 48rem) 26rem, 88vw" />
      </div>
    </Page>
  )
}
