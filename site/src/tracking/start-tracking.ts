import { CONSENT_VERSION } from '@half-measure/shared/domain/consent.ts'
import type { SentEvent } from '@half-measure/shared/events/event.ts'
import { safeStorage } from '../client/safe-storage.ts'
import type { ConsentStore } from '../consent/consent-store.ts'
import { pageView } from './page-view.ts'
import { sendBeacon } from './send-beacon.ts'
import { sessionId } from './session-id.ts'

/** Counts the page being read, once, as soon as the reader's consent allows it. */
export function startTracking(consent: ConsentStore): void {
  const storage = safeStorage(() => sessionStorage)
  let counted: string | undefined

  function send(events: SentEvent[]): void {
    const grant = consent.grant()
    if (!grant) return
    void sendBeacon(
      {
        consent: { analytics: true, version: CONSENT_VERSION, at: grant.at },
        session_id: sessionId(storage),
        sent_at: new Date().toISOString(),
        events,
      },
      {
        fetch: (url, init) => fetch(url, init),
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        allowed: () => consent.grant()?.at === grant.at,
      },
    )
  }

  function countPage(at: string): void {
    if (consent.state() !== 'accepted' || counted === location.pathname) return
    counted = location.pathname
    send([pageView(document, at)])
  }

  // Accept counts the page being read, at the moment of Accept.
  consent.subscribe(() => countPage(consent.grant()?.at ?? new Date().toISOString()))

  whenShown(() => countPage(new Date().toISOString()))
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    // Back to a page that the browser kept: a change of path, and so a view of its own.
    counted = undefined
    countPage(new Date().toISOString())
  })
}

/** A page that the browser renders ahead of a click counts only once it is shown. */
function whenShown(count: () => void): void {
  if ('prerendering' in document && document.prerendering === true) {
    document.addEventListener('prerenderingchange', count, { once: true })
  } else {
    count()
  }
}
