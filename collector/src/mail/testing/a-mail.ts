import type { Mail } from '../mail.ts'

/** A mail, of which a test names only what it is about. */
export function aMail(part: Partial<Mail> = {}): Mail {
  return {
    kind: 'newsletter-confirm',
    to: 'reader@example.test',
    subject: 'A subject',
    html: '<p>Hello</p>',
    text: 'Hello\n',
    ...part,
  }
}
