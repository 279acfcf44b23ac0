import type { ColumnType, Generated } from 'kysely'

/** Mail that is not delivered yet. A delivered mail has no row: its text concerns nobody but its reader. */
export interface OutboxTable {
  id: Generated<string>
  /** What the mail is for, such as `newsletter-confirm`. */
  kind: string
  /** The address, in lower case, of the person whose data the mail holds: whom an erasure is about. */
  about: string
  recipient: string
  reply_to: string | null
  subject: string
  html: string
  plain: string
  /** Headers beyond the usual ones. Written as JSON text. */
  headers: ColumnType<Record<string, string>, string, never>
  created_at: Date
  /** Not to be attempted before. An attempt moves it on first, so that a crash does not lose the mail. */
  due_at: Date
  attempts: Generated<number>
  /** Not to be attempted until whoever holds it lets go: its edition is paused. */
  held: Generated<boolean>
  /** Given up on; null while there is hope. */
  failed_at: Date | null
  last_error: string | null
}
