import type { Step } from './step.ts'

/** The page being read when Accept was pressed began a moment before the grant. */
const GRACE_MS = 60_000

/** Both times are from the sender's clock, so its error does not matter. */
export const dropBeforeConsent: Step = ({ event, beacon }) =>
  event.occurred_at < beacon.consent.at - GRACE_MS ? 'before_consent' : undefined
