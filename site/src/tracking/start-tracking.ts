import { SESSION_GRANT_KEY } from '@half-measure/shared/domain/consent.ts'
import type { KeyValueStorage } from '../client/safe-storage.ts'
import type { ConsentStore } from '../consent/consent-store.ts'
import { paths } from '../paths.ts'
import { hearConversions, reportReviewView, watchConversionLinks } from './conversions.ts'
import { watchExposures } from './exposures.ts'
import { continueSession, watchNewTabs } from './new-tab.ts'
import { createPixel } from './pixel.ts'
import { pixelEvents } from './pixel-events.ts'
import { logSent } from './sent-log.ts'
import { readEnded, showVariants } from './show-variants.ts'
import { startTracker } from './tracker.ts'
import { chooseVariants } from './variants.ts'
import { clearSession, currentSessionId, isOfOtherGrant, sessionId, withdrawSession } from './session.ts'

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
  const showUnseenVariants = lateVariants(local, session)
  // Who reads a page behind a mailed link is no third party's business, nor is a search, which is in the address.
  const isPrivate = document.querySelector('[data-mailed-link]') !== null
  const hidesFromPixel = isPrivate || document.querySelector('[data-search-results]') !== null
  const pixel = createPixel(() => !hidesFromPixel && consent.state() === 'accepted')
  let loadedAt = ''
  // Only with consent, and after everything else.
  let measure: Promise<void> | undefined
  const tracker = startTracker({
    storage: session,
    grant: () => consent.grant(),
    sessionId: () => sessionId(session),
    isPrivate,
    delivered({ session_id, events }, rejected) {
      // Another tab of the session has erased it, and the server accepts nothing more of it.
      const isErased = rejected.some(({ reason }) => reason === 'erased')
      if (isErased && session_id === currentSessionId(session)) renewSession()
      const refused = new Set(rejected.map(({ index }) => index))
      logSent(
        session,
        events.filter((_, index) => !refused.has(index)),
      )
    },
    observe(event) {
      for (const sent of pixelEvents(event)) pixel.send(...sent)
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
  watchNewTabs({ local, session, isGranted: () => Boolean(consent.grant()), partners: paths.partner('') })
  if (consent.grant() || currentSessionId(session)) keepToGrant(consent.grant()?.at)
  tracker.countPage()
  const exposures = { local, session, grant: () => consent.grant(), track: tracker.track }
  watchExposures(exposures)

  consent.subscribe(() => {
    const at = consent.grant()?.at
    keepToGrant(at)
    if (!at) return
    // Accept counts the page being read, at the moment of Accept.
    tracker.countPage(at)
    if (showUnseenVariants()) watchExposures(exposures)
  })

  /**
   * Ends a session whose grant the reader has withdrawn. This tab may hear of it only once they have accepted again:
   * it had no page of ours, or the browser had put it aside.
   */
  function keepToGrant(at: string | undefined): void {
    if (!at || isOfOtherGrant(session, at)) endSession()
    if (at) session.setItem(SESSION_GRANT_KEY, at)
  }

  /** Goes on with this page in another session. */
  function renewSession(): void {
    tracker.reset()
    clearSession(local, session)
    keepToGrant(consent.grant()?.at)
    tracker.countPage()
  }

  function endSession(): void {
    const hadSession = currentSessionId(session) !== undefined
    tracker.reset()
    pixel.remove()
    withdrawSession(local, session)
    delete document.documentElement.dataset['variants']
    if (hadSession) withdrawn()
  }
}

/**
 * Watches the tested parts of the page.
 *
 * @returns shows the session's variants to a reader who has just accepted, unless they may have seen some already, now
 * or before, without consent or in another session: nobody sees two variants of one page. True if they are shown.
 */
function lateVariants(local: KeyValueStorage, session: KeyValueStorage): () => boolean {
  const tested = document.querySelectorAll('[data-exposure]')
  let isSettled = tested.length === 0 || 'variants' in document.documentElement.dataset
  const observer = new IntersectionObserver((entries) => {
    isSettled ||= entries.some(({ isIntersecting }) => isIntersecting)
  })
  for (const element of tested) observer.observe(element)
  return () => {
    const ended = readEnded()
    const variants = isSettled ? undefined : chooseVariants(local, session, ended)
    if (!variants) return false
    isSettled = true
    showVariants(variants, ended)
    return true
  }
}
