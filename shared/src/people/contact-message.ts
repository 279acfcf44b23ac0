import { z } from 'zod'

export const Mailbox = z.enum(['editorial', 'general', 'newsletter'])
export type Mailbox = z.infer<typeof Mailbox>

export const MessageStatus = z.enum(['unread', 'read', 'replied', 'archived'])
export type MessageStatus = z.infer<typeof MessageStatus>

/**
 * Why a message looks like spam: the field that people do not see was filled in, it came faster than people type,
 * it is full of links, or its sender's network sends many.
 */
export const HeldReason = z.enum(['honeypot', 'too_fast', 'links', 'rate'])
export type HeldReason = z.infer<typeof HeldReason>
