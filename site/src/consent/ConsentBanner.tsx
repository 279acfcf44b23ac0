import { publication } from '@half-measure/shared/publication.ts'
import { paths } from '../paths.ts'

/**
 * Hidden until a script finds the reader undecided: without scripts nothing is tracked, so nothing is asked.
 * Its second part is for a reader who has just withdrawn.
 */
export function ConsentBanner() {
  return (
    <section className="consent" aria-label={`Cookies on ${publication.name}`} data-consent-banner hidden>
      <div className="consent-part" data-erasure-offer hidden>
        <output className="consent-text" data-erasure-status>
          We have stopped counting. What this visit has sent so far can be erased from our server as well.
        </output>
        <div className="consent-choices">
          <button type="button" className="button" data-erasure="leave">
            Leave it
          </button>
          <button type="button" className="button" data-erasure="erase">
            Erase this visit
          </button>
        </div>
      </div>
      <div className="consent-part" tabIndex={-1} data-consent-question hidden>
        <p className="consent-text">
          We use cookies to enhance your experience and provide analytics. By clicking Accept you consent to
          cookies for analytics and marketing.{' '}
          <a href={paths.cookiePolicy}>
            Learn more<span className="visually-hidden"> about cookies</span>
          </a>
        </p>
        <div className="consent-choices">
          <button type="button" className="button" data-consent="reject">
            Reject
          </button>
          <button type="button" className="button" data-consent="accept">
            Accept Cookies
          </button>
        </div>
      </div>
    </section>
  )
}
