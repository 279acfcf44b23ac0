import { EXPERIMENTS } from '@half-measure/shared/domain/experiments.ts'
import {
  NEW_TAB_KEY,
  OUTBOX_KEY,
  SENT_KEY,
  SESSION_GRANT_KEY,
  SESSION_KEY,
  WITHDRAWN_SESSION_KEY,
  variantKey,
  SESSION_ID,
} from '@half-measure/shared/domain/consent.ts'
import { postForm } from '../client/post-form.ts'
import { randomUuid } from '../client/random-uuid.ts'
import type { KeyValueStorage } from '../client/safe-storage.ts'
import { withdrawnSessionId } from '../consent/withdrawn-session.ts'

/**
 * The id of this tab's session, `session_<milliseconds>_<random>`, made on first use.
 * Call it with consent only: it writes to the reader's browser.
 */
export function sessionId(storage: KeyValueStorage, now: () => number = Date.now): string {
  const stored = storage.getItem(SESSION_KEY)
  if (stored && SESSION_ID.test(stored)) return stored
  const made = `session_${now()}_${randomUuid().replaceAll('-', '')}`
  storage.setItem(SESSION_KEY, made)
  return made
}

/** The id of the tab's session, if it has one. */
export function currentSessionId(session: KeyValueStorage): string | undefined {
  return session.getItem(SESSION_KEY) ?? undefined
}

/** Whether the tab's session was based on another grant: the reader has withdrawn that one since. */
export function isOfOtherGrant(session: KeyValueStorage, at: string): boolean {
  return (session.getItem(SESSION_GRANT_KEY) ?? at) !== at
}

/** Removes what analytics has stored, except the session's id: without it, nobody could find the events to erase. */
export function withdrawSession(local: KeyValueStorage, session: KeyValueStorage): void {
  const id = currentSessionId(session) ?? withdrawnSessionId(session)
  clearSession(local, session)
  if (id) session.setItem(WITHDRAWN_SESSION_KEY, id)
}

/** Removes everything that analytics has stored in the browser. */
export function clearSession(local: KeyValueStorage, session: KeyValueStorage): void {
  for (const key of [SESSION_KEY, SESSION_GRANT_KEY, OUTBOX_KEY, SENT_KEY, WITHDRAWN_SESSION_KEY])
    session.removeItem(key)
  local.removeItem(NEW_TAB_KEY)
  for (const { name } of EXPERIMENTS) {
    session.removeItem(variantKey(name))
    local.removeItem(variantKey(name))
  }
}

/** Requests the erasure of a session's events. @throws what `postForm` throws, unless the server has accepted it. */
export function requestErasure(sessionId: string): Promise<void> {
  return postForm('/api/erasure', { session_id: sessionId }, { keepalive: true })
}
