import type { ContactForm } from '@half-measure/shared/people/contact.ts'
import type { HeldReason } from '@half-measure/shared/people/contact-message.ts'

/** Nobody reads the form and types a message in less. Milliseconds. */
const FASTEST_MS = 3_000
/** People seldom quote more addresses than this in one message, and none in their name. */
const MOST_LINKS = 2

/** What speaks against a message, judged by itself. Held, not refused: a person decides. */
export function heldReasons({ name, subject, message, website, elapsed_ms }: ContactForm): HeldReason[] {
  const reasons: HeldReason[] = []
  if (website !== undefined && website !== '') reasons.push('honeypot')
  if (elapsed_ms !== undefined && elapsed_ms < FASTEST_MS) reasons.push('too_fast')
  if (countLinks(name) > 0 || countLinks(`${subject}\n${message}`) > MOST_LINKS) reasons.push('links')
  return reasons
}

function countLinks(text: string): number {
  return text.match(/https?:\/\/|\bwww\.|\[url/gi)?.length ?? 0
}
