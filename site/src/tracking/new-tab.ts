import { NEW_TAB_KEY, SESSION_KEY } from '@half-measure/shared/domain/consent.ts'
import { type KeyValueStorage, readJson } from '../client/safe-storage.ts'
import { isGranted } from '../consent/is-granted.ts'
import { currentSessionId } from './session.ts'

/**
 * A link that the reader opens in a new tab takes the session along: its page belongs to the same session. Browsers give a
 * new tab an empty session storage, so the id goes through local storage: for seconds, and only after Accept. A link
 * that is opened from the browser's own menu is not seen, and begins a session of its own.
 */

/** Milliseconds from the click until the new tab has begun to load. */
const VALID_MS = 10_000

interface NewTab {
  readonly sessionId: string
  /** Where the link leads. */
  readonly href: string
  /** Milliseconds since 1970. */
  readonly at: number
}

interface NewTabOptions {
  readonly local: KeyValueStorage
  readonly session: KeyValueStorage
  readonly isGranted: () => boolean
}

/** Notes the session for links of ours that are opened in a new tab. */
export function watchNewTabs({ local, session, isGranted }: NewTabOptions): void {
  const see = (event: MouseEvent): void => {
    const { target, button, ctrlKey, metaKey, shiftKey } = event
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    const sessionId = currentSessionId(session)
    if (!link || link.host !== location.host || !sessionId || !isGranted()) return
    if (!(button === 1 || ctrlKey || metaKey || shiftKey || link.target === '_blank')) return
    const note: NewTab = { sessionId, href: link.href, at: Date.now() }
    local.setItem(NEW_TAB_KEY, JSON.stringify(note))
    setTimeout(() => local.removeItem(NEW_TAB_KEY), VALID_MS)
  }
  addEventListener('click', see, true)
  addEventListener('auxclick', see, true)
}

/** Continues the session that opened this tab. Call it before anything reads the tab's id. */
export function continueSession(
  local: KeyValueStorage,
  session: KeyValueStorage,
  page: { readonly href: string; readonly referrer: string; readonly origin: string } = {
    href: location.href,
    referrer: document.referrer,
    origin: location.origin,
  },
  now = Date.now(),
): void {
  if (!isGranted(local, new Date(now)) || currentSessionId(session)) return
  const note = readJson<NewTab | undefined>(local, NEW_TAB_KEY, undefined)
  if (!note) return
  const isValid = now - note.at < VALID_MS
  const isOurs = page.referrer.startsWith(`${page.origin}/`) && page.href === note.href
  if (isValid && isOurs) session.setItem(SESSION_KEY, note.sessionId)
  // A tab that was closed soon after the click could not remove it.
  if (!isValid || isOurs) local.removeItem(NEW_TAB_KEY)
}
