import type { Mailbox } from '@half-measure/shared/people/contact-message.ts'

const NEWSLETTER = /\b(?:newsletters?|friday edition|subscri\w*|unsubscri\w*|guide|e-?book)\b/i
const EDITORIAL =
  /\b(?:pitch\w*|corrections?|errors?|mistakes?|typos?|articles?|essays?|stor(?:y|ies)|reviews?|editors?|editorial|submissions?|freelance|press)\b/i

/** The form asks for no department, so its subject decides; what it does not tell goes to the general one. */
export function mailboxFor(subject: string): Mailbox {
  if (NEWSLETTER.test(subject)) return 'newsletter'
  if (EDITORIAL.test(subject)) return 'editorial'
  return 'general'
}
