import './styles/site.css'
import { startSavedStories } from './articles/saved-stories.ts'
import { startShare } from './articles/share.ts'
import { layOutRest, laysOutAtOnce } from './client/lay-out-rest.ts'
import { safeStorage } from './client/safe-storage.ts'
import { startScrollingPlaces } from './client/scrolling-places.ts'
import { startConsentBanner, startErasureOffer } from './consent/consent-banner.ts'
import { startConsentProof } from './consent/consent-proof.ts'
import { createConsentStore } from './consent/consent-store.ts'
import { startReaderStatus } from './privacy/reader-status.ts'
import { londonDay, relativeDate } from './dates/relative-date.ts'
import { refreshEvents } from './events/refresh-events.ts'
import { startWebFonts } from './fonts/start-web-fonts.ts'
import { startIslands } from './islands/start-islands.ts'
import { showPreferences, takeMailedToken } from './newsletter/mailed-links.ts'
import { startNewsletterPopup } from './newsletter/newsletter-popup.ts'
import { startTracking } from './tracking/start-tracking.ts'
import { requestErasure } from './tracking/session.ts'

if (laysOutAtOnce()) document.documentElement.dataset['laidOut'] = ''
const mailedToken = takeMailedToken()
const storage = safeStorage(() => localStorage)
const session = safeStorage(() => sessionStorage)
const consent = createConsentStore({
  storage,
  privacyControl: 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true,
  now: () => new Date(),
  window,
})

startConsentBanner(consent)
const showErasureOffer = startErasureOffer(consent, session, requestErasure)
whenShown(() => {
  void showPreferences(mailedToken)
  startConsentProof(consent, storage)
  startTracking({ consent, local: storage, session, withdrawn: showErasureOffer })
  showErasureOffer()
})
startReaderStatus(consent, storage, session, showErasureOffer)
startSiteHeader()
startIslands()
startNewsletterPopup(storage, consent)
startShare()
startScrollingPlaces()
startSavedStories(storage)
if (document.querySelector('[data-search-results]'))
  void import('./search/start-search.ts').then((search) => search.start())
startProductImageFallback()
void startWebFonts().then(layOutRest)
refreshDates()
refreshEvents()
logNotFound()

/** Logs the path, for debugging dead links. */
function logNotFound(): void {
  if (!document.querySelector('[data-not-found]')) return
  console.error('404: no page at', location.pathname)
}

/** Calls `start` once the page is shown; a prerendered page may never be. */
function whenShown(start: () => void): void {
  if (document.prerendering) {
    document.addEventListener('prerenderingchange', start, { once: true })
  } else {
    start()
  }
}

/** Marks the header once the page is scrolled by more than 50 px; the style sheet does the rest. */
function startSiteHeader(): void {
  const header = document.querySelector<HTMLElement>('[data-site-header]')
  const mark = document.querySelector('[data-scroll-mark]')
  if (!header || !mark) return
  new IntersectionObserver(([entry]) => {
    header.toggleAttribute('data-scrolled', entry?.isIntersecting === false)
  }).observe(mark)
}

/** Brings the prerendered "3 days ago" up to the reader's today. */
function refreshDates(): void {
  const today = londonDay(new Date())
  for (const time of document.querySelectorAll<HTMLTimeElement>('[data-relative-date]')) {
    time.textContent = relativeDate(time.dateTime, today)
  }
}

/** Replaces product pictures that fail to load with the house's own, in layouts swapped in later too. */
function startProductImageFallback(): void {
  const replace = (image: EventTarget | null): void => {
    const frame = image instanceof HTMLImageElement && image.closest<HTMLElement>('[data-placeholder]')
    const placeholder = frame && frame.dataset['placeholder']
    if (!placeholder) return
    // The placeholder itself may fail.
    delete frame.dataset['placeholder']
    for (const source of frame.querySelectorAll('source')) source.remove()
    image.src = placeholder
  }
  // Image errors do not bubble.
  document.addEventListener('error', ({ target }) => replace(target), true)
  // Pictures that failed before this script ran.
  for (const image of document.querySelectorAll<HTMLImageElement>('[data-placeholder] img')) {
    if (image.complete && image.currentSrc !== '' && image.naturalWidth === 0) replace(image)
  }
}
