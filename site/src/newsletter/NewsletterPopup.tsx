import { publication } from '@half-measure/shared/publication.ts'
import { Island } from '../islands/Island.tsx'
import { NewsletterForm } from './NewsletterForm.island.tsx'

/** Closed in the HTML; `newsletter-popup.ts` opens it once for a reader. */
export function NewsletterPopup() {
  return (
    <dialog className="popup" aria-labelledby="popup-title" data-newsletter-popup>
      <div className="popup-body">
        <form method="dialog">
          <button type="submit" className="popup-close">
            Close
          </button>
        </form>
        <h2 id="popup-title">Twenty-five principles for drinking on purpose</h2>
        <p>
          A guide in 25 pages, usually $15, free to readers of {publication.newsletter}. We send it as soon as
          you have confirmed your address.
        </p>
        <Island name="NewsletterForm">
          <NewsletterForm source="popup" label="Get Free Guide" />
        </Island>
      </div>
    </dialog>
  )
}
