import './styles/site.css'
import { logNotFound } from './client/not-found.ts'
import { refreshDates } from './dates/refresh-dates.ts'
import { safeStorage } from './client/safe-storage.ts'
import { whenShown } from './client/when-shown.ts'
import { startConsentBanner } from './consent/consent-banner.ts'
import { startConsentProof } from './consent/consent-proof.ts'
import { createConsentStore } from './consent/consent-store.ts'
import { startErasureOffer } from './consent/erasure-offer.ts'
import { startReaderStatus } from './consent/reader-status.ts'
import { startShare } from './articles/share.ts'
import { refreshEvents } from './events/refresh-events.ts'
import { startIslands } from './islands/start-islands.ts'
import { startSiteHeader } from './layout/site-header.ts'
import { startNewsletterPopup } from './newsletter/newsletter-popup.ts'
import { startProductImageFallback } from './review/product-image-fallback.ts'
import { startTracking } from './tracking/start-tracking.ts'
import { eraseVisit } from './tracking/visit.ts'

const storage = safeStorage(() => localStorage)
const session = safeStorage(() => sessionStorage)
const consent = createConsentStore({
  storage,
  privacyControl: 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true,
  now: () => new Date(),
  window,
})

startConsentBanner(consent)
const offerErasure = startErasureOffer(consent, eraseVisit)
whenShown(() => {
  startConsentProof(consent, storage)
  startTracking({ consent, local: storage, session, withdrawn: offerErasure })
})
startReaderStatus(consent, storage, session)
startSiteHeader()
startIslands()
startNewsletterPopup(storage, consent)
startShare()
startProductImageFallback()
refreshDates()
refreshEvents()
logNotFound()
