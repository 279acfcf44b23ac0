import type { OutcomeListener } from '../email/outbox.ts'
import { recordReplyOutcome } from './contact/reply-outcome.ts'
import { recordDeliveryOutcome } from './newsletter/deliveries.ts'

/** Stores the outcome of the audience's emails; for the mailer. */
export const recordEmailOutcome: OutcomeListener = async (trx, email, outcome) => {
  await recordDeliveryOutcome(trx, email, outcome)
  await recordReplyOutcome(trx, email, outcome)
}
