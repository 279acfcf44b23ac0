/** Why an event is not stored. Each has a counter in the delivery report, and a test. */
export const DROP_REASONS = {
  invalid_event: 'The event does not match its schema.',
  before_consent: 'It happened more than a minute before the consent that came with it.',
  erased: 'Its session was erased.',
  prefetch: 'The page was fetched ahead of a visit that may never happen.',
  duplicate: 'It was stored before.',
} as const

export type DropReason = keyof typeof DROP_REASONS

/** Why a whole beacon is refused. Its events count as rejected for this reason. */
export type RefusalReason = 'consent_required' | 'invalid_body' | 'origin_not_allowed' | 'body_too_large'
