import type { Mail } from '../mail.ts'
import type { WaitingMail } from '../outbox.ts'

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

/** A mail as the outbox hands it to a transport: a reader's message, on its first attempt. */
export function aWaitingMail(part: Partial<WaitingMail> = {}): WaitingMail {
  const at = new Date('2026-11-20T10:00:00Z')
  return {
    id: '6b1f4c1e-6f1d-4b47-9a39-2f1f0a3f8a11',
    kind: 'contact-message',
    about: 'ada@b.test',
    recipient: 'hello@halfmeasure.test',
    reply_to: 'ada@b.test',
    subject: 'A subject',
    html: '<p>Hello</p>',
    plain: 'Hello\n',
    headers: {},
    created_at: at,
    due_at: at,
    attempts: 1,
    held: false,
    failed_at: null,
    last_error: null,
    ...part,
  }
}
