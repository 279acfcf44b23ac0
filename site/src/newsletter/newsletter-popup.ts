import type { KeyValueStorage } from '../client/safe-storage.ts'
import type { ConsentStore } from '../consent/consent-store.ts'
import { POPUP_SEEN_KEY } from '../consent/stored-values.ts'

const DELAY_MS = 3_000

/**
 * Opens the newsletter's popup three seconds after load, once for a reader. It never covers the question
 * about cookies: while that is open, the three seconds begin with the answer.
 */
export function startNewsletterPopup(storage: KeyValueStorage, consent: ConsentStore): void {
  const popup = document.querySelector<HTMLDialogElement>('[data-newsletter-popup]')
  if (!popup || isSeen(storage)) return

  const seen = (): void => storage.setItem(POPUP_SEEN_KEY, 'true')
  popup.addEventListener('close', seen)
  popup.addEventListener('submit', seen)
  // Who leaves the page under it has closed it too: it does not come again in the visit.
  addEventListener('pagehide', () => popup.open && seen())

  const open = (): void => {
    // Seen in another tab meanwhile, asked about cookies again, or busy in another dialog.
    if (isSeen(storage) || document.querySelector('[data-consent-banner]:not([hidden]), :modal')) return
    popup.showModal()
  }
  if (consent.state() !== 'undecided') {
    setTimeout(open, DELAY_MS)
    return
  }
  const leave = consent.subscribe(() => {
    leave()
    setTimeout(open, DELAY_MS)
  })
}

function isSeen(storage: KeyValueStorage): boolean {
  return storage.getItem(POPUP_SEEN_KEY) !== null
}
