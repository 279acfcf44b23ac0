import { SESSION_KEY } from '@half-measure/shared/domain/consent.ts'
import type { KeyValueStorage } from '../client/safe-storage.ts'
import { eventId } from './event-id.ts'

const FORM = /^session_\d+_[A-Za-z0-9]{4,64}$/

/**
 * The id of this tab's visit, `session_<milliseconds>_<random>`, made on first use.
 * Call it with consent only: it writes to the reader's browser.
 */
export function sessionId(storage: KeyValueStorage, now: () => number = Date.now): string {
  const stored = storage.getItem(SESSION_KEY)
  if (stored && FORM.test(stored)) return stored
  const made = `session_${now()}_${eventId().replaceAll('-', '')}`
  storage.setItem(SESSION_KEY, made)
  return made
}
