import { describe, expect, it } from 'vitest'
import { detailWords } from './audit-words.ts'

describe('detailWords', () => {
  it('reads fixed words, and leaves ids and names as they are', () => {
    expect(detailWords({ factor_id: 'a1', rows: 3, goals: ['contact_sent', 'page /a_b'] })).toBe(
      'factor id: a1, rows: 3, goals: contact sent, page /a_b',
    )
    expect(detailWords({ outcome: 'nothing_to_do', key_id: 'a_1b', rows: 0 })).toBe(
      'outcome: nothing to do, key id: a_1b, rows: 0',
    )
    expect(detailWords({})).toBe('')
  })
})
