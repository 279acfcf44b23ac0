import { SESSION_KEY } from '@half-measure/shared/domain/consent.ts'
import type { KeyValueStorage } from '../client/safe-storage.ts'

/** A random UUID, on plain http as well, where `crypto.randomUUID` does not exist. */
export function eventId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  // Version 4, variant 1.
  return hex.replace(/(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
}

const FORM = /^session_\d+_[A-Za-z0-9]{4,64}$/

/**
 * The id of this tab's session, `session_<milliseconds>_<random>`, made on first use.
 * Call it with consent only: it writes to the reader's browser.
 */
export function sessionId(storage: KeyValueStorage, now: () => number = Date.now): string {
  const stored = storage.getItem(SESSION_KEY)
  if (stored && FORM.test(stored)) return stored
  const made = `session_${now()}_${eventId().replaceAll('-', '')}`
  storage.setItem(SESSION_KEY, made)
  return made
}
