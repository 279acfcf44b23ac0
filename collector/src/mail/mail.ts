/** What mails are sent for. */
export type MailKind =
  | 'contact-message'
  | 'newsletter-confirm'
  | 'newsletter-welcome'
  | 'newsletter-reminder'
  | 'newsletter-edition'
  | 'edition-test'
  | 'password-recovery'
  | 'invitation'
  | 'account-changed'
  | 'email-change'
  | 'weekly-report'
  | 'alert'

/** A mail, rendered and complete, to one person. */
export interface Mail {
  readonly kind: MailKind
  readonly to: string
  /** Where an answer goes; by default to the sender. */
  readonly replyTo?: string
  /** The address of the person whose data it holds, where that is not the recipient. */
  readonly about?: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Beyond the usual ones. */
  readonly headers?: Readonly<Record<string, string>>
}
