import { describe, expect, it } from 'vitest'
import { NOW } from '../testing/drafts.ts'
import { RecentAssignments } from './recent-assignments.ts'

describe('RecentAssignments', () => {
  it('knows a session’s variant by test', () => {
    const recent = new RecentAssignments()
    recent.set('session_1_aaaa', 'review_page_layout', { variant: 'compact', assignedAt: NOW })
    expect(recent.get('session_1_aaaa', 'review_page_layout')).toEqual({
      variant: 'compact',
      assignedAt: NOW,
    })
    expect(recent.get('session_1_aaaa', 'cta_button_text')).toBeUndefined()
    expect(recent.get('session_1_bbbb', 'review_page_layout')).toBeUndefined()
  })
})
