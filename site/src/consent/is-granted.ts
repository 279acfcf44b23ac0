import {
  CONSENT_AT_KEY,
  CONSENT_DAYS,
  CONSENT_KEY,
  CONSENT_VERSION,
  CONSENT_VERSION_KEY,
} from '@half-measure/shared/domain/consent.ts'
import type { KeyValueStorage } from '../client/safe-storage.ts'

/** Whether the reader has accepted the present text, or a later one in another tab, recently enough to count. */
export function isGranted(local: Pick<KeyValueStorage, 'getItem'>, now: Date): boolean {
  if (local.getItem(CONSENT_KEY) !== 'true') return false
  // A choice without a version or a time, or from a clock that was ahead, counts from the first page that finds it.
  if ((local.getItem(CONSENT_VERSION_KEY) ?? CONSENT_VERSION) < CONSENT_VERSION) return false
  const at = Date.parse(local.getItem(CONSENT_AT_KEY) ?? '')
  return !(now.getTime() - at >= CONSENT_DAYS * 24 * 3_600_000)
}
