import type { SendMailOptions } from 'nodemailer'
import { IN_REPLY_TO } from './email.ts'
import type { OutboxEmail } from './outbox.ts'

/** The last step of delivery, chosen by the configuration. */
export interface EmailTransport {
  /** @throws {DeliveryError} */
  deliver(email: OutboxEmail): Promise<void>
  /** Aborts a running delivery. An email that was just handed over may be delivered again. */
  close(): void
}

/**
 * - `refused`: the recipient or the message; a retry would be refused too.
 * - `deferred`: this email has to wait.
 * - `interrupted`: the connection ended during this email, so every email has to wait.
 * - `unavailable`: nothing was said of the email, because the server cannot be reached, or does not accept our login or
 *   our sender. Every email has to wait, and this was no attempt at any.
 */
export type DeliveryFailure = 'refused' | 'deferred' | 'interrupted' | 'unavailable'

export class DeliveryError extends Error {
  override name = 'DeliveryError'
  readonly code = 'email_not_delivered'
  readonly failure: DeliveryFailure

  constructor(message: string, { failure, cause }: { failure: DeliveryFailure; cause?: unknown }) {
    super(message, { cause })
    this.failure = failure
  }
}

/**
 * The email for nodemailer. Repeated calls give the same message, because id and date come from the row.
 *
 * @param from `Name <address>` or an address.
 */
export function messageOf(email: OutboxEmail, from: string): SendMailOptions {
  const messageId = (id: string) => `<${id}@${/@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'}>`
  const { [IN_REPLY_TO]: earlier, ...headers } = email.headers
  return {
    from,
    to: { name: '', address: email.recipient },
    ...(email.reply_to === null ? {} : { replyTo: { name: '', address: email.reply_to } }),
    subject: email.subject,
    text: email.text,
    html: email.html,
    date: email.created_at,
    messageId: messageId(email.id),
    ...(earlier !== undefined && { inReplyTo: messageId(earlier), references: messageId(earlier) }),
    // Suppresses out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
