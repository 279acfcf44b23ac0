import type { ContactForm } from '@half-measure/shared/audience/contact.ts'
import type { SpamReason, Mailbox } from '@half-measure/shared/audience/contact-message.ts'

/** No person reads the form and types a message faster. Milliseconds. */
const FASTEST_MS = 3_000
/** People seldom put more links than this in a message, and none in their name. */
const MAX_LINKS = 2

/** Signs of spam in a message, which goes to the spam folder instead of being refused: a person decides. */
export function spamReasons({ name, subject, message, website, elapsed_ms }: ContactForm): SpamReason[] {
  const reasons: SpamReason[] = []
  if (website !== undefined && website !== '') reasons.push('honeypot')
  if (elapsed_ms !== undefined && elapsed_ms < FASTEST_MS) reasons.push('too_fast')
  if (countLinks(name) > 0 || countLinks(`${subject}\n${message}`) > MAX_LINKS) reasons.push('links')
  return reasons
}

function countLinks(text: string): number {
  return text.match(/https?:\/\/(?:www\.)?|\bwww\.|\[url/gi)?.length ?? 0
}

const NEWSLETTER = /\b(?:newsletters?|friday edition|subscri\w*|unsubscri\w*|guide|e-?book)\b/i
const EDITORIAL =
  /\b(?:pitch\w*|corrections?|errors?|mistakes?|typos?|articles?|essays?|stor(?:y|ies)|reviews?|editors?|editorial|submissions?|freelance|press)\b/i

/** The mailbox for a subject, because the form has no department. */
export function mailboxFor(subject: string): Mailbox {
  if (NEWSLETTER.test(subject)) return 'newsletter'
  if (EDITORIAL.test(subject)) return 'editorial'
  return 'general'
}
