import type { KeyValueStorage } from '../client/safe-storage.ts'
import type { ConsentStore } from '../consent/consent-store.ts'

/** `localStorage` key; any text means that the reader has closed the popup, left the page while it was open, or signed up. */
export const POPUP_SEEN_KEY = 'newsletter-popup-seen'

const DELAY_MS = 3_000

/** Share of a screen to scroll first, so that nobody is asked for an address before reading. */
const INTEREST = 0.5

/** A window where the popup and the cookie banner, both open, leave something of the page to read. */
const ROOM_FOR_BOTH = '(min-width: 48rem) and (min-height: 45rem)'

/**
 * Opens the newsletter popup once per reader, three seconds after reading began, so that a reader who goes straight to the
 * foot of a page can use it. While the consent banner is open, the popup is above it and leaves it usable; in a small
 * window it waits until the reader has answered.
 */
export function startNewsletterPopup(storage: KeyValueStorage, consent: ConsentStore): void {
  const seen = (): void => storage.setItem(POPUP_SEEN_KEY, 'true')
  addEventListener('submit', ({ target }) => {
    if (target instanceof Element && target.matches('[data-newsletter-form]')) seen()
  })
  const popup = document.querySelector<HTMLDialogElement>('[data-newsletter-popup]')
  if (!popup || isSeen(storage)) return

  popup.addEventListener('close', seen)
  // Leaving the page closes it too, also for Back, which may show the page as it was left.
  addEventListener('pagehide', () => {
    if (!popup.open) return
    seen()
    popup.close()
  })
  // Only a modal dialog closes on Escape by itself.
  popup.addEventListener('keydown', ({ key }) => key === 'Escape' && popup.close())

  const open = (): void => {
    // Seen in another tab meanwhile, or busy in another dialog.
    if (isSeen(storage) || document.querySelector(':modal')) return
    const isUndecided = consent.state() === 'undecided'
    // What somebody types, or the link that the keyboard has come to, would be lost, and the menu would close.
    if (
      document.querySelector('input:focus, textarea:focus, main :focus-visible, :popover-open') ||
      (isUndecided && !matchMedia(ROOM_FOR_BOTH).matches)
    ) {
      openSoon()
      return
    }
    if (isUndecided) popup.show()
    else popup.showModal()
  }
  const openSoon = () => setTimeout(open, DELAY_MS)
  const awaitInterest = (): void => {
    if (scrollY < innerHeight * INTEREST) return
    removeEventListener('scroll', awaitInterest)
    openSoon()
  }
  addEventListener('scroll', awaitInterest, { passive: true })
  // A page that is opened again may be scrolled already. Reading its position now would lay the page out twice.
  requestAnimationFrame(awaitInterest)
}

function isSeen(storage: KeyValueStorage): boolean {
  return storage.getItem(POPUP_SEEN_KEY) !== null
}
