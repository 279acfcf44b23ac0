import type { SentEvent } from '@half-measure/shared/events/event.ts'
import type { KeyValueStorage } from '../client/safe-storage.ts'
import { randomUuid } from '../client/random-uuid.ts'
import type { Grant } from '../consent/consent-store.ts'
import { createOutbox, type Delivered } from './outbox.ts'
import { watchReading } from './reading.ts'
import type { Track } from './track.ts'

/** The reader's side of the event log: page views, clicks, reading, delivery. At most 2 KB, which the build checks. */

interface TrackerOptions {
  /** The session's storage, one per tab. */
  readonly storage: KeyValueStorage
  readonly grant: () => Grant | undefined
  /** The session's id; called with a grant only. */
  readonly sessionId: () => string
  /** Whether a mailed link opened the page: its views are not counted. */
  readonly isPrivate: boolean
  /** Called with each event as it happens. */
  readonly observe: (event: SentEvent) => void
  readonly delivered: Delivered
}

/** Watches the page from now on. Nothing is noted while there is no grant. */
export function startTracker({ isPrivate, observe, grant, ...delivery }: TrackerOptions) {
  const outbox = createOutbox({ grant, ...delivery })
  let counted: string | undefined

  const track: Track = (draft, occurredAt = new Date().toISOString()) => {
    if (!grant()) return
    // A spread loses which kind of event it is.
    const event = {
      event_id: randomUuid(),
      occurred_at: occurredAt,
      page_path: location.pathname.slice(0, 2_000),
      ...draft,
    } as SentEvent
    outbox.add(event)
    observe(event)
  }

  /** Counts the page being read at `occurredAt` (ISO 8601), once per change of path. */
  function countPage(occurredAt?: string): void {
    if (isPrivate || !grant() || counted === location.pathname) return
    counted = location.pathname
    track(pageView(), occurredAt)
  }

  const reading = watchReading(track, () => Boolean(grant()))
  watchClicks(track)

  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) return
    reading.report()
    // The page may close before the response arrives. The next one then sends the same events, which count once.
    void outbox.flush()
  })
  addEventListener('online', () => void outbox.flush())
  // In the capture phase: before listeners that count the page because consent changed meanwhile.
  const back = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return
    // Back to a page that the browser kept: a change of path, and so a view of its own.
    counted = undefined
    reading.restart()
    countPage()
  }
  addEventListener('pageshow', back, true)

  return {
    track,
    countPage,
    /** Discards queued events after a withdrawal; a new grant counts the page again. */
    reset() {
      counted = undefined
      reading.restart()
      outbox.clear()
    },
  }
}

type SentPageView = Extract<SentEvent, { type: 'page_view' }>

const UTM_NAMES = ['source', 'medium', 'campaign', 'term', 'content'] as const

/** Ids that Google and Microsoft append to the links of advertisements. Each is one reader's, so none is sent. */
const AD_CLICK_IDS = ['gclid', 'gbraid', 'wbraid', 'msclkid']

/** The fields of a page view about the page and its reader. */
export function pageView(): Omit<SentPageView, 'event_id' | 'occurred_at' | 'page_path'> {
  const query = new URLSearchParams(location.search)
  const utm: SentPageView['utm'] = {}
  for (const name of UTM_NAMES) {
    const value = query.get(`utm_${name}`)
    if (value) utm[name] = value.slice(0, 256)
  }
  if (AD_CLICK_IDS.some((name) => query.has(name))) utm.medium ??= 'cpc'
  return {
    type: 'page_view',
    page_title: document.title.slice(0, 512),
    // Its query may name the reader.
    referrer: document.referrer.replace(/\?.*/, '').slice(0, 2_000),
    screen: `${screen.width}x${screen.height}`,
    language: navigator.language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    utm,
  }
}

/** Counts clicks on elements with `data-track` (a type) and `data-track-id`, and on links that leave the site. */
function watchClicks(track: Track): void {
  const see = ({ target, button }: MouseEvent): void => {
    // The left and the middle button open links.
    if (!(target instanceof Element) || button > 1) return
    const declared = target.closest<HTMLElement>('[data-track]')?.dataset
    const link = target.closest<HTMLAnchorElement>('a[href]')
    const isOutbound = link?.protocol.startsWith('http') && link.host !== location.host
    if (!declared && !isOutbound) return
    track({
      type: 'click',
      element_type: declared?.['track'] ?? 'outbound',
      element_id: declared ? declared['trackId'] : link?.host.slice(0, 128),
      click_data: { href: link?.href.slice(0, 1_000) },
    })
  }
  addEventListener('click', see, true)
  addEventListener('auxclick', see, true)
}
