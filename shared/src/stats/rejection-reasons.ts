/** Why single events are not stored, as their sender would say it: an event was …. */
export const DROP_REASONS = {
  invalid_event: 'not a valid event',
  before_consent: 'older than its consent',
  erased: 'of an erased session',
  prefetch: 'of a page fetched ahead of a visit',
  duplicate: 'received before',
} as const

export type DropReason = keyof typeof DROP_REASONS

/** Why a whole beacon is refused. Its events count as rejected for this reason. */
export const REFUSAL_REASONS = {
  consent_required: 'without consent',
  invalid_body: 'in a beacon that cannot be read',
  origin_not_allowed: 'from another site',
  session_mismatch: 'routed by the id of another session',
  unsupported_encoding: 'in a compressed beacon',
  body_too_large: 'in a beacon that is too large',
} as const

export type RefusalReason = keyof typeof REFUSAL_REASONS
