import type { SendingProgress } from '@half-measure/shared/audience/issue.ts'
import { describe, expect, it } from 'vitest'
import { issueState, mayBeRefused } from './issue-state.ts'

const progress = (part: Partial<SendingProgress>): SendingProgress => ({
  recipients: 1000,
  remaining: 0,
  waiting: 0,
  deferred: 0,
  delivered: 0,
  failed: 0,
  left: 0,
  ...part,
})

describe('the state of an issue', () => {
  it.each([
    ['draft', null, 'draft'],
    ['sending', progress({ remaining: 900, waiting: 10, delivered: 85, left: 5 }), 'sending, 9 %'],
    ['sending', progress({ waiting: 1, delivered: 999 }), 'sending, 99 %'],
    ['sending', progress({ recipients: 0 }), 'sending, 0 %'],
    ['paused', progress({ remaining: 500, delivered: 500 }), 'paused at 50 %'],
    ['sent', progress({ delivered: 1000 }), 'sent'],
    ['sent', progress({ delivered: 999, failed: 1 }), 'sent, with failures'],
    ['stopped', progress({ remaining: 600, delivered: 390, failed: 10 }), 'stopped at 40 %'],
  ] as const)('%s, %o: %s', (state, progress, words) => {
    expect(issueState({ state, progress, scheduled_for: null })).toBe(words)
  })

  it.each([
    ['paused', progress({ failed: 20 }), true],
    ['paused', progress({ failed: 19 }), false],
    ['sending', progress({ failed: 20 }), false],
    ['draft', null, false],
  ] as const)('%s, %o: may have paused itself: %s', (state, progress, expected) => {
    expect(mayBeRefused({ state, progress })).toBe(expected)
  })

  it('names the time of a scheduled one', () => {
    const scheduled = {
      state: 'scheduled',
      progress: null,
      scheduled_for: '2026-11-20T17:00:00.000Z',
    } as const
    expect(issueState(scheduled)).toBe('scheduled for Fri 20 Nov 2026, 17:00')
  })
})
