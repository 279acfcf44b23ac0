/**
 * A reader's letter of an edition. Written with the mail itself, in one transaction and once per edition and
 * subscriber, which is why nobody gets an edition twice.
 */
export interface EditionDeliveriesTable {
  /** Of the mail in the outbox, which goes when it is delivered. */
  mail_id: string
  edition_id: string
  /** Null once the subscriber has left: the letter is counted, its reader is forgotten. */
  subscriber_id: string | null
  outcome: DeliveryOutcome
  queued_at: Date
}

/** `left`: the reader left the list while the letter waited. */
export type DeliveryOutcome = 'waiting' | 'delivered' | 'failed' | 'left'
