import type { HeldReason, Mailbox, MessageStatus } from '@half-measure/shared/people/contact-message.ts'
import type { Generated } from 'kysely'

/** What readers write through the contact form. */
export interface ContactMessagesTable {
  id: Generated<string>
  name: string
  /** In lower case. */
  email: string
  subject: string
  message: string
  /** Which of the publication's mailboxes it belongs to. */
  mailbox: Mailbox
  status: MessageStatus
  /** Looks like spam, so that no mail tells of it; cleared when somebody says that it is none. */
  held: boolean
  /** Kept when the hold is cleared. */
  held_reasons: HeldReason[]
  created_at: Date
}
