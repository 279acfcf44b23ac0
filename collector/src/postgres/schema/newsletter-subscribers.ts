import type { NewsletterSource } from '@half-measure/shared/people/newsletter.ts'
import type { Generated } from 'kysely'

/** Who asked for the newsletter. Leaving it deletes the row. */
export interface NewsletterSubscribersTable {
  id: Generated<string>
  /** Trimmed, in lower case, unique. */
  email: string
  /** Where on the site the address was entered first. */
  source: NewsletterSource
  created_at: Date
  /** When it was entered last; an address unconfirmed for 30 days from then is forgotten. */
  requested_at: Date
  /** Null until its owner confirms it; nothing is sent before but the question. */
  confirmed_at: Date | null
}
