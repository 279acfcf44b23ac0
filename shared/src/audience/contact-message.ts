import { z } from 'zod'
import { line, lines } from '../form-text.ts'
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

/** `PUT /api/messages/:id/letter`: a message as it is printed. Paragraphs are separated by empty lines. */
export const LetterText = z.object({ title: line(120), text: lines(5_000), name: line(200) })
export type LetterText = z.infer<typeof LetterText>

/** `POST /api/messages/:id/replies`: what is mailed to the person who wrote. Paragraphs are separated by empty lines. */
export const ReplyText = z.object({ text: lines(10_000) })
export type ReplyText = z.infer<typeof ReplyText>

/** `GET /api/messages/:id`: a message as the inbox shows it. */
export const ContactMessage = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  mailbox: Mailbox,
  status: MessageStatus,
  /** Looks like spam: no notification was mailed. */
  is_spam: z.boolean(),
  spam_reasons: z.array(SpamReason),
  /** Its sender allows it to be printed. */
  may_print: z.boolean(),
  /** Null unless it is on the page of letters. */
  letter: LetterText.extend({ published_at: z.iso.datetime() }).nullable(),
  /** Sent from here, oldest first. `by` is null once the account is deleted. */
  replies: z.array(z.object({ text: z.string(), by: z.string().nullable(), created_at: z.iso.datetime() })),
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

/** `PATCH /api/messages/:id`; returns the message. `POST /api/messages/:id/release` marks it as not spam. */
export const MessageChange = z.object({ status: MessageStatus })
