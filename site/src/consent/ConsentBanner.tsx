import { publication } from '@half-measure/shared/publication.ts'
import { paths } from '../paths.ts'

/** Hidden until a script finds the reader undecided: without scripts nothing is tracked, so nothing is asked. */
export function ConsentBanner() {
  return (
    <section
      className="consent"
      aria-label={`Cookies on ${publication.name}`}
      tabIndex={-1}
      data-consent-banner
      hidden
    >
      <p className="consent-text">
        We use cookies to enhance your experience and provide analytics. By clicking Accept you consent to
        cookies for analytics and marketing. <a href={paths.cookiePolicy}>Learn more</a>
      </p>
      <div className="consent-choices">
        <button type="button" className="button" data-consent="reject">
          Reject
        </button>
        <button type="button" className="button" data-consent="accept">
          Accept Cookies
        </button>
      </div>
    </section>
  )
}
