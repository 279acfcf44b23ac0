import { describe, expect, it } from 'vitest'
import { aDraft } from '../../testing/drafts.ts'
import { dropErased } from './drop-erased.ts'

describe('dropErased', () => {
  const step = dropErased((sessionId) => sessionId === 'session_1_aaaa')

  it('drops events of an erased session', () => {
    expect(step(aDraft({ beacon: { session_id: 'session_1_aaaa' } }))).toBe('erased')
  })

  it('keeps what comes from any other', () => {
    expect(step(aDraft({ beacon: { session_id: 'session_1_aaaab' } }))).toBeUndefined()
  })
})
