import { z } from 'zod'
import { line, lines } from '../text.ts'
import { NextCursor, pageQuery, SearchText } from '../page.ts'

export const Mailbox = z.enum(['editorial', 'general', 'newsletter'])
export type Mailbox = z.infer<typeof Mailbox>

export const MessageStatus = z.enum(['unread', 'read', 'replied', 'archived'])
export type MessageStatus = z.infer<typeof MessageStatus>

/**
 * Why a message looks like spam: the field that people do not see was filled in, it came faster than people type,
 * it is full of links, or its sender's network sends many.
 */
export const SpamReason = z.enum(['honeypot', 'too_fast', 'links', 'rate'])
export type SpamReason = z.infer<typeof SpamReason>

/** A message as it is printed. Paragraphs are separated by empty lines. */
export const LetterText = z.object({ title: line(120), text: lines(5_000), name: line(200) })
export type LetterText = z.infer<typeof LetterText>

/** Null for none. */
export function isSameLetter(letter: LetterText | null, other: LetterText | null): boolean {
  if (letter === null || other === null) return letter === other
  return letter.title === other.title && letter.text === other.text && letter.name === other.name
}

/** `PUT /api/messages/:id/letter`. 409 `message_is_spam` or `may_not_print`. */
export const LetterChange = LetterText.extend({
  /** The letter that the editor saw, null for none. 409 `letter_changed` if it is another by now. */
  seen: LetterText.nullable(),
})
export type LetterChange = z.infer<typeof LetterChange>

/** `POST /api/messages/:id/replies`: what is mailed to the person who wrote. Paragraphs are separated by empty lines. */
export const ReplyText = z.object({
  text: lines(10_000),
  /** Number of replies that the editor saw. 409 `message_replied` if there are more by now. */
  seen: z.int().min(0),
})
export type ReplyText = z.infer<typeof ReplyText>

/** Of a reply's email. `failed`: for good, unless an owner retries it. */
export const ReplyOutcome = z.enum(['waiting', 'delivered', 'failed'])
export type ReplyOutcome = z.infer<typeof ReplyOutcome>

const Reply = z.object({
  text: z.string(),
  /** Null once the account is deleted. */
  by: z.string().nullable(),
  created_at: z.iso.datetime(),
  outcome: ReplyOutcome,
  /** What the mail server said; null unless it failed. */
  failure: z.string().nullable(),
})

/** `GET /api/messages/:id`: a message as the inbox shows it. */
export const ContactMessage = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  mailbox: Mailbox,
  status: MessageStatus,
  /** In the spam folder: it arrived looking like spam, and no notification was mailed, or an editor marked it. */
  is_spam: z.boolean(),
  /** Why it arrived as spam; empty if it did not, or once an editor has marked it. */
  spam_reasons: z.array(SpamReason),
  /** Its sender allows it to be printed. */
  may_print: z.boolean(),
  /** Null unless it is on the page of letters. */
  letter: LetterText.extend({ published_at: z.iso.datetime() }).nullable(),
  /** Sent from here, oldest first. If one fails, the message is unread again. */
  replies: z.array(Reply),
  created_at: z.iso.datetime(),
})
export type ContactMessage = z.infer<typeof ContactMessage>

/** `inbox` is all that is neither archived nor spam. */
export const MessageFolder = z.enum(['inbox', 'unread', 'replied', 'archived', 'spam', 'all'])
export type MessageFolder = z.infer<typeof MessageFolder>

/** `GET /api/messages`. */
export const MessageQuery = z.object({
  folder: MessageFolder.default('inbox'),
  /** In name, address, subject or text. */
  q: SearchText,
  ...pageQuery,
})
export type MessageQuery = z.infer<typeof MessageQuery>

/** Newest first. */
export const MessagePage = z.object({
  messages: z.array(ContactMessage),
  next: NextCursor,
  counts: z.object({ unread: z.int(), spam: z.int() }),
})
export type MessagePage = z.infer<typeof MessagePage>

/**
 * `PATCH /api/messages/:id`; returns the message. `POST /api/messages/:id/spam` marks it as spam, `…/release` as not
 * spam. 409 `message_is_letter` while it is printed.
 */
export const MessageChange = z.object({
  status: MessageStatus,
  /** The only status that changes; in any other, the message stays as it is. */
  from: MessageStatus.optional(),
})
export type MessageChange = z.infer<typeof MessageChange>
