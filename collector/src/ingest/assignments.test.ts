import { describe, expect, it } from 'vitest'
import { NOW } from '../testing/drafts.ts'
import { RecentAssignments } from './assignments.ts'

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

  it('forgets all of a session, and nothing of another', () => {
    const recent = new RecentAssignments()
    for (const session of ['session_1_aaaa', 'session_1_aaaab'])
      for (const test of ['review_page_layout', 'cta_button_text'])
        recent.set(session, test, { variant: 'compact', assignedAt: NOW })
    recent.delete('session_1_aaaa')
    for (const test of ['review_page_layout', 'cta_button_text']) {
      expect(recent.get('session_1_aaaa', test)).toBeUndefined()
      expect(recent.get('session_1_aaaab', test)).toBeDefined()
    }
  })
})
