import './styles/site.css'
import { logNotFound } from './client/not-found.ts'
import { safeStorage } from './client/safe-storage.ts'
import { startConsentBanner } from './consent/consent-banner.ts'
import { createConsentStore } from './consent/consent-store.ts'
import { startTracking } from './tracking/start-tracking.ts'

const consent = createConsentStore({
  storage: safeStorage(() => localStorage),
  privacyControl: 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true,
  now: () => new Date(),
  window,
})

startConsentBanner(consent)
startTracking(consent)
logNotFound()
