/** The content of an email, from which both HTML and plain text are rendered. */
export interface EmailContent {
  readonly subject: string
  /** Mailboxes show it after the subject. */
  readonly preview: string
  readonly title: string
  readonly blocks: readonly Block[]
  /** In small print: what figures count, why the recipient gets this, and how to stop it. */
  readonly closing: readonly Block[]
}

/** Texts are plain; markup in them is escaped. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** The main action; one per email. */
  | { readonly kind: 'button'; readonly label: string; readonly href: string }
  | { readonly kind: 'link'; readonly label: string; readonly href: string }
  /** Somebody else's words, with their line breaks. */
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'fields'; readonly rows: readonly (readonly [name: string, value: string])[] }

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
export const button = (label: string, href: string): Block => ({ kind: 'button', label, href })
export const link = (label: string, href: string): Block => ({ kind: 'link', label, href })

const MAX_SUBJECT = 200

/** Some mail servers refuse long subjects, and a subject may contain a long title. */
export function shortSubject(text: string): string {
  return text.length <= MAX_SUBJECT ? text : `${text.slice(0, MAX_SUBJECT - 1).trimEnd()}…`
}
