import { WITHDRAWN_SESSION_KEY } from '@half-measure/shared/domain/consent.ts'
import type { KeyValueStorage } from '../client/safe-storage.ts'

/** The id of a withdrawn session, until the reader has said whether to erase its events. */
export function withdrawnSessionId(session: KeyValueStorage): string | undefined {
  return session.getItem(WITHDRAWN_SESSION_KEY) ?? undefined
}

/** Forgets a withdrawn session: the reader has answered. */
export function forgetWithdrawnSession(session: KeyValueStorage): void {
  session.removeItem(WITHDRAWN_SESSION_KEY)
}
