import { describe, expect, it } from 'vitest'
import { detailWords, eventWords, readAuditEvent, writeAuditEvent } from './audit-view.ts'

describe('the audit log in the address', () => {
  it('is the whole of it where the address names no event that there is', () => {
    expect(readAuditEvent(new URLSearchParams())).toBeNull()
    expect(readAuditEvent(new URLSearchParams('event=moon_landing'))).toBeNull()
  })

  it('is read as it was written', () => {
    expect(readAuditEvent(writeAuditEvent('signed_in'))).toBe('signed_in')
    expect(writeAuditEvent(null).size).toBe(0)
  })
})

describe('the audit log in words', () => {
  it('says what happened, and the details as they are read', () => {
    expect(eventWords('second_factor_reset')).toBe('Second factor reset')
    expect(detailWords({ factor_id: 'a1', rows: 3, tags: ['x'] })).toBe('factor id: a1, rows: 3, tags: ["x"]')
    expect(detailWords({ outcome: 'nothing_to_do', key_id: 'a_1b', rows: 0 })).toBe(
      'outcome: nothing to do, key id: a_1b, rows: 0',
    )
    expect(detailWords({})).toBe('')
  })
})
