import { NEW_TAB_KEY, SESSION_KEY } from '@half-measure/shared/domain/consent.ts'
import { type KeyValueStorage, readJson } from '../client/safe-storage.ts'
import { isGranted } from '../consent/is-granted.ts'
import { currentSessionId } from './session.ts'

/**
 * A link that the reader opens in a new tab takes the session along: its page belongs to the same session. Browsers give a
 * new tab an empty session storage, so the id goes through local storage: for seconds, and only after Accept. Each tab
 * takes its own note, and removes no other that is valid. A link that is opened from the browser's own menu is not
 * seen, and begins a session of its own.
 */

/** Milliseconds from the click until the new tab has begun to load. */
const VALID_MS = 10_000

interface NewTab {
  readonly sessionId: string
  /** Where the link leads, after the server's redirect. */
  readonly href: string
  /** Milliseconds since 1970. */
  readonly at: number
}

interface NewTabOptions {
  readonly local: KeyValueStorage
  readonly session: KeyValueStorage
  readonly isGranted: () => boolean
  /** Where `/go/` redirects, a path. An argument: the script before the first paint would contain all other paths. */
  readonly partners: string
}

/** Notes the session for links of ours that are opened in a new tab. */
export function watchNewTabs({ local, session, isGranted, partners }: NewTabOptions): void {
  const see = (event: MouseEvent): void => {
    const { target, button, ctrlKey, metaKey, shiftKey } = event
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    const sessionId = currentSessionId(session)
    if (!link || link.host !== location.host || !sessionId || !isGranted()) return
    if (!(button === 1 || ctrlKey || metaKey || shiftKey || link.target === '_blank')) return
    const href = link.href.replace(`${location.origin}/go/`, location.origin + partners)
    const at = Date.now()
    write(local, [...readValid(local, at), { sessionId, href, at }])
    setTimeout(
      () =>
        write(
          local,
          readValid(local, at).filter((note) => note.at > at),
        ),
      VALID_MS,
    )
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
  const notes = readValid(local, now)
  const own = notes.find(({ href }) => page.referrer.startsWith(`${page.origin}/`) && page.href === href)
  if (own) session.setItem(SESSION_KEY, own.sessionId)
  write(
    local,
    notes.filter((note) => note !== own),
  )
}

/** Without those that a tab could not remove because it was closed soon after the click. */
function readValid(local: KeyValueStorage, now: number): NewTab[] {
  const notes = readJson<NewTab[]>(local, NEW_TAB_KEY, [])
  // Another version of this page may have written something else.
  return Array.isArray(notes) ? notes.filter(({ at }) => now - at < VALID_MS) : []
}

function write(local: KeyValueStorage, notes: readonly NewTab[]): void {
  if (notes.length > 0) local.setItem(NEW_TAB_KEY, JSON.stringify(notes))
  else local.removeItem(NEW_TAB_KEY)
}
