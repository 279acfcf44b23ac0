import type { Generated } from 'kysely'

/** Email that is not delivered yet. Delivery deletes the row. */
export interface OutboxTable {
  id: string
  /** See `Email`. */
  kind: string
  /** Lower-case address of the person whose data the email holds, for erasure. */
  about: string
  recipient: string
  reply_to: string | null
  subject: string
  /** Text, HTML and further headers, sealed: their links open accounts and subscriptions. */
  content: Buffer
  created_at: Date
  /** Earliest next attempt. An attempt moves it first, so that a crash does not lose the email. */
  due_at: Date
  attempts: Generated<number>
  /** Not attempted while set: its newsletter issue is paused, or has not released it yet. */
  is_paused: Generated<boolean>
  /** Set when delivery was given up, or a restore held the email. */
  failed_at: Date | null
  last_error: string | null
}
