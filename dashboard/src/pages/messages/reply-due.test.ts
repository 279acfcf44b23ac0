import { expect, it } from 'vitest'
import { replyDue } from './reply-due.ts'

const message = { status: 'read', is_spam: false, created_at: '2026-11-20T10:00:00.000Z' } as const
const at = (time: string) => replyDue(message, new Date(time))

it('runs for 24 hours, which the contact page promises', () => {
  expect(at('2026-11-20T10:00:00Z')).toEqual({ words: 'reply due in 24 h', isOverdue: false })
  expect(at('2026-11-20T14:30:00Z')).toEqual({ words: 'reply due in 19 h', isOverdue: false })
  expect(at('2026-11-21T09:30:00Z')).toEqual({ words: 'reply due in less than an hour', isOverdue: false })
  expect(at('2026-11-21T10:00:00Z')).toEqual({
    words: 'reply overdue by less than an hour',
    isOverdue: true,
  })
  expect(at('2026-11-22T09:00:00Z')).toEqual({ words: 'reply overdue by 23 h', isOverdue: true })
  expect(at('2026-11-24T10:00:00Z')).toEqual({ words: 'reply overdue by 3 days', isOverdue: true })
})

it.each([{ status: 'replied' as const }, { status: 'archived' as const }, { is_spam: true }])(
  'does not run for %j',
  (part) => {
    expect(replyDue({ ...message, ...part }, new Date('2026-11-24T10:00:00Z'))).toBeNull()
  },
)
