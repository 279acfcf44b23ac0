import type { Email } from '../email.ts'
import type { OutboxEmail } from '../outbox.ts'

export function anEmail(part: Partial<Email> = {}): Email {
  return {
    kind: 'newsletter-confirm',
    to: 'reader@example.test',
    subject: 'A subject',
    html: '<p>Hello</p>',
    text: 'Hello\n',
    ...part,
  }
}

/** An email as the outbox hands it to a transport: a contact message, on its first attempt. */
export function anOutboxEmail(part: Partial<OutboxEmail> = {}): OutboxEmail {
  const at = new Date('2026-11-20T10:00:00Z')
  return {
    id: '6b1f4c1e-6f1d-4b47-9a39-2f1f0a3f8a11',
    kind: 'contact-message',
    about: 'ada@b.test',
    recipient: 'hello@halfmeasure.test',
    reply_to: 'ada@b.test',
    subject: 'A subject',
    html: '<p>Hello</p>',
    text: 'Hello\n',
    headers: {},
    created_at: at,
    due_at: at,
    attempts: 1,
    is_paused: false,
    failed_at: null,
    last_error: null,
    ...part,
  }
}
