import type {
  SpamReason,
  Mailbox,
  MessageStatus,
  ReplyOutcome,
} from '@half-measure/shared/audience/contact-message.ts'
import type { IssueState } from '@half-measure/shared/audience/issue.ts'
import type { NewsletterSource } from '@half-measure/shared/audience/newsletter.ts'
import type { ColumnType, Generated } from 'kysely'

export interface AudienceTables {
  newsletter_issues: NewsletterIssuesTable
  newsletter_issue_counts: NewsletterIssueCountsTable
  contact_messages: ContactMessagesTable
  /** Unsubscribing deletes the row. */
  newsletter_subscribers: {
    id: Generated<string>
    /** Trimmed, lower case, unique. */
    email: string
    /** Where on the site the address was entered first. */
    source: NewsletterSource
    created_at: Date
    /** Last sign-up. An address that stays unconfirmed for 30 days from then is deleted. */
    requested_at: Date
    /** Null until confirmed; before, only the confirmation email is sent. */
    confirmed_at: Date | null
    /** They ticked a box: a picture in their emails counts opens. */
    allows_opens: Generated<boolean>
    /** The last time that they ticked it, and the version of the words beside it (`OPENS_TEXTS`); null if never. */
    opens_version: string | null
    opens_allowed_at: Date | null
    /** When they cleared it; null while it is ticked. */
    opens_withdrawn_at: Date | null
  }
  /** Links in newsletter emails, each for one purpose and one subscriber. */
  newsletter_tokens: {
    /** SHA-256. Only the email has the token. */
    token_hash: Buffer
    /** Null after unsubscribing, so that the link can confirm it again. */
    subscriber_id: string | null
    purpose: NewsletterTokenPurpose
    /** Issue whose email contains the link; null for other emails. */
    issue_id: Generated<string | null>
    created_at: Date
  }
  /** URLs of an issue's links, since sending began. */
  newsletter_issue_links: {
    issue_id: string
    /** From 1, in the order of the text; part of the redirect's address. */
    position: number
    url: string
  }
  /**
   * One subscriber's copy of an issue, written in one transaction with its email. Unique per issue and subscriber, so
   * nobody receives an issue twice.
   */
  newsletter_deliveries: {
    /** In the outbox until delivered. */
    email_id: string
    issue_id: string
    /** Null after unsubscribing: the delivery still counts. */
    subscriber_id: string | null
    outcome: DeliveryOutcome
    /** The email contains the picture that counts opens. */
    counts_opens: Generated<boolean>
    /** It failed because the mail server does not know the address. */
    address_refused: Generated<boolean>
    queued_at: Date
  }
  /** Administrators' replies; deleted with the message. */
  message_replies: {
    id: Generated<string>
    message_id: string
    text: string
    /** Id in the outbox until delivery; later replies refer to it. Unique. */
    email_id: string
    outcome: Generated<ReplyOutcome>
    /** Reason, kept when the email is deleted; null unless it failed. */
    failure: string | null
    author_id: string | null
    created_at: Date
  }
  /** Proof of consent to analytics. Connects to no person and no session. */
  consent_records: {
    /** Random; only the browser knows it. */
    id: string
    /** Version of the banner's text. */
    version: string
    granted_at: Date
    /** Null while in force. */
    withdrawn_at: Date | null
  }
}

/** `unsubscribe` opens the preferences too. */
export type NewsletterTokenPurpose = 'confirm' | 'unsubscribe' | 'guide'

/** Drafts, the issue being sent, and those that have ended. */
export interface NewsletterIssuesTable {
  id: Generated<string>
  subject: string
  preheader: string
  /** Markdown. */
  body: string
  state: IssueState
  /** Grows with every change of the text. */
  version: Generated<number>
  created_at: Date
  updated_at: Date
  /** When sending is to begin; null unless the issue is scheduled. */
  scheduled_for: Generated<Date | null>
  /** Start of sending; subscribers confirmed by then receive it. */
  started_at: Date | null
  /** When everybody's email had been attempted, or the issue was stopped. */
  finished_at: Date | null
  /** Emails queued so far, and those among them that counted opens when they were queued. */
  emails: Generated<number>
  counting_opens: Generated<number>
  /** Subscribers without an email when the issue was stopped; null unless it was. */
  unsent: Generated<number | null>
  /** In the public archive, once it has ended. */
  in_archive: Generated<boolean>
  /** It is paused because the mail server refused its emails: Resume attempts the failed ones again. */
  paused_itself: Generated<boolean>
}

/** What readers did with an issue, as numbers: no row belongs to a reader. */
export interface NewsletterIssueCountsTable {
  issue_id: string
  kind: IssueCountKind
  /** Position of the link; 0 where none was followed. */
  link: number
  /** Whole hours since sending began, `HOURS_COUNTED` for all later ones. */
  hour: number
  /** 64 bits, which machines never fill; read as text. */
  count: ColumnType<string, number, number>
}

/** `machine_…`: by mail scanners and mailbox providers. */
export type IssueCountKind = 'open' | 'machine_open' | 'click' | 'machine_click' | 'unsubscribe'

/** `unsubscribed`, `stopped`: before delivery, the subscriber or the issue. */
export type DeliveryOutcome = 'waiting' | 'delivered' | 'failed' | 'unsubscribed' | 'stopped'

/** Messages from the contact form. */
export interface ContactMessagesTable {
  id: Generated<string>
  name: string
  /** Lower case. */
  email: string
  subject: string
  message: string
  /** The publication's mailbox that it belongs to. */
  mailbox: Mailbox
  status: MessageStatus
  /** Looks like spam, so no email announces it; cleared when an administrator releases it. */
  is_spam: boolean
  /** Kept when released, cleared when marked by hand. */
  spam_reasons: SpamReason[]
  /** The sender allows publication; no other message is published. */
  may_print: boolean
  /** The letter as published; all four are null unless it is. */
  letter_title: string | null
  letter_text: string | null
  letter_name: string | null
  letter_published_at: Date | null
  created_at: Date
}
