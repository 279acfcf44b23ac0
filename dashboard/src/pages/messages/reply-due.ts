import type { ContactMessage } from '@half-measure/shared/audience/contact-message.ts'
import { HOUR_MS } from '@half-measure/shared/durations.ts'

/** What the contact page promises. */
const PROMISED_HOURS = 24

/** How long a message may still wait for its reply: `reply due in 5 h`; null where none is expected. */
export function replyDue(
  { status, is_spam, created_at }: Pick<ContactMessage, 'status' | 'is_spam' | 'created_at'>,
  now: Date,
): { words: string; isOverdue: boolean } | null {
  if (is_spam || status === 'replied' || status === 'archived') return null
  const left = PROMISED_HOURS - (now.getTime() - Date.parse(created_at)) / HOUR_MS
  return left > 0
    ? { words: `reply due in ${hoursText(left)}`, isOverdue: false }
    : { words: `reply overdue by ${hoursText(-left)}`, isOverdue: true }
}

function hoursText(hours: number): string {
  if (hours < 1) return 'less than an hour'
  const days = Math.floor(hours / 24)
  if (days < 2) return `${Math.floor(hours)} h`
  return `${days} days`
}
