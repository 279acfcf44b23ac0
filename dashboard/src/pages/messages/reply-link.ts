import type { ContactMessage } from '@half-measure/shared/audience/contact-message.ts'
import { formatLongDay } from '../../format/time.ts'

/** Mail programs truncate longer addresses. */
const MAX_QUOTED = 1_200

type Quoted = Pick<ContactMessage, 'name' | 'email' | 'subject' | 'message' | 'created_at'>

/** A `mailto:` that replies to a message and quotes it. */
export function replyLink({ name, email, subject, message, created_at }: Quoted): string {
  const title = /^re:/i.test(subject) ? subject : `Re: ${subject}`
  const quoted = message.length > MAX_QUOTED ? `${message.slice(0, MAX_QUOTED).toWellFormed()} …` : message
  const lines = quoted.split('\n').map((line) => `> ${line}`)
  const body = [`\n\nOn ${formatLongDay(new Date(created_at))}, ${name} wrote:`, ...lines].join('\n')
  // Line ends in mail are CRLF; spaces are %20, since mail programs read a plus as a plus.
  const params = [`subject=${encodeURIComponent(title)}`, `body=${encodeURIComponent(crlf(body))}`]
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?${params.join('&')}`
}

function crlf(text: string): string {
  return text.replaceAll('\n', '\r\n')
}
