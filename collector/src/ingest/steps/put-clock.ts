import type { Step } from './step.ts'

export const MAX_PAST_MS = 7 * 24 * 3_600_000
export const MAX_FUTURE_MS = 5 * 60_000

/** Holds the sender's clock within 7 days before and 5 minutes after ours. */
export const putClock: Step = (draft) => {
  const { receivedAt } = draft.request
  draft.createdAt = Math.min(
    Math.max(draft.event.occurred_at, receivedAt - MAX_PAST_MS),
    receivedAt + MAX_FUTURE_MS,
  )
  return undefined
}
