import type { KeyValueStorage } from '../client/safe-storage.ts'
import type { ConsentStore } from '../consent/consent-store.ts'
import { hearConversions, reportReviewView, watchConversionLinks } from './conversions.ts'
import { watchExposures } from './exposures.ts'
import { continueSession, watchNewTabs } from './new-tab.ts'
import { createPixel } from './pixel.ts'
import { pixelEvents } from './pixel-events.ts'
import { logSent } from './sent-log.ts'
import { readEnded, showVariants } from './show-variants.ts'
import { startTracker } from './tracker.ts'
import { chooseVariants } from './variants.ts'
import { currentSessionId, withdrawSession } from './session.ts'

interface TrackingOptions {
  readonly consent: ConsentStore
  readonly local: KeyValueStorage
  readonly session: KeyValueStorage
  /** Called once the session of a reader who withdraws consent has ended. */
  readonly withdrawn: () => void
}

/** Counts only with the reader's consent, from now until it is withdrawn. */
export function startTracking({ consent, local, session, withdrawn }: TrackingOptions): void {
  continueSession(local, session)
  // Who reads a page behind a mailed link is no third party's business.
  const isPrivate = document.querySelector('[data-mailed-link]') !== null
  const pixel = createPixel(() => !isPrivate && consent.state() === 'accepted')
  let loadedAt = ''
  // Only with consent, and after everything else.
  let measure: Promise<void> | undefined
  const tracker = startTracker({
    storage: session,
    grant: () => consent.grant(),
    isPrivate,
    delivered: (events) => logSent(session, events),
    observe(event) {
      for (const { name, payload } of pixelEvents(event)) pixel.send(name, payload)
      if (event.type !== 'page_view') return
      if (document.querySelector('[data-review]')) reportReviewView()
      loadedAt = event.occurred_at
      measure ??= import('./web-vitals.ts').then(
        ({ watchVitals }) => watchVitals(tracker.track, () => loadedAt),
        // Offline; the next page tries again.
        () => {},
      )
    },
  })
  hearConversions(tracker.track)
  watchConversionLinks()
  watchNewTabs({ local, session, isGranted: () => Boolean(consent.grant()) })
  tracker.countPage()
  const exposures = { local, session, grant: () => consent.grant(), track: tracker.track }
  watchExposures(exposures)

  function endSession(): void {
    const hadSession = currentSessionId(session) !== undefined
    tracker.reset()
    pixel.remove()
    withdrawSession(local, session)
    delete document.documentElement.dataset['variants']
    if (hadSession) withdrawn()
  }

  // The reader withdrew in another tab while this one had no page of ours.
  if (!consent.grant() && currentSessionId(session)) endSession()
  consent.subscribe((state) => {
    if (state === 'accepted') {
      // Accept counts the page being read, at the moment of Accept.
      tracker.countPage(consent.grant()?.at)
      if (showUnseenVariants(local, session)) watchExposures(exposures)
      return
    }
    endSession()
  })
}

/**
 * Shows the session's variants to a reader who has just accepted on a page with a test, unless the control was visible
 * already: nobody sees two variants of one page. @returns whether they are shown.
 */
function showUnseenVariants(local: KeyValueStorage, session: KeyValueStorage): boolean {
  const tested = [...document.querySelectorAll('[data-exposure]')]
  const isSeen = tested.some((element) => element.getBoundingClientRect().top < innerHeight)
  const isShown = 'variants' in document.documentElement.dataset
  const ended = readEnded()
  const variants =
    isSeen || isShown || tested.length === 0 ? undefined : chooseVariants(local, session, ended)
  if (variants) showVariants(variants, ended)
  return variants !== undefined
}
