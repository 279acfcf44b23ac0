import type { WaitingMail } from './outbox.ts'

/** The last step of a mail's way, chosen once from the configuration. */
export interface MailTransport {
  /** Resolves once the mail is in other hands. @throws {DeliveryError} */
  deliver(mail: WaitingMail): Promise<void>
  /** Breaks off what is under way; a mail that was just taken may then be delivered again. */
  close(): void
}

/** A mail that was not taken. */
export class DeliveryError extends Error {
  override name = 'DeliveryError'
  readonly code = 'mail_not_delivered'
  /** Refused for what it is or whom it is for: trying again would be refused again. */
  readonly final: boolean

  constructor(message: string, options: { final: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.final = options.final
  }
}
