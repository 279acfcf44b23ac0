import { renderHtml } from './letter-html.ts'
import { renderText } from './letter-text.ts'
import type { Mail } from './mail.ts'

/** What a mail says, once; its HTML and its plain text are both made from this, so that they cannot disagree. */
export interface Letter {
  readonly subject: string
  /** What mailboxes show behind the subject. */
  readonly preview: string
  readonly title: string
  readonly blocks: readonly Block[]
  /** Why the reader gets this, and how to end it. */
  readonly closing: readonly Block[]
}

/** Texts are plain; whatever is in them is shown as it is. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** The one thing to do. */
  | { readonly kind: 'button'; readonly label: string; readonly href: string }
  | { readonly kind: 'link'; readonly label: string; readonly href: string }
  /** Somebody else's words, with their line breaks. */
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [name: string, value: string])[] }

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
export const button = (label: string, href: string): Block => ({ kind: 'button', label, href })
export const link = (label: string, href: string): Block => ({ kind: 'link', label, href })

/** A letter in an envelope, rendered both ways. */
export function mailOf(letter: Letter, envelope: Omit<Mail, 'subject' | 'html' | 'text'>): Mail {
  return { ...envelope, subject: letter.subject, html: renderHtml(letter), text: renderText(letter) }
}
