import { expect, it } from 'vitest'
import { detailText } from './AuditLogPage.tsx'

it('detailText reads fixed words, and leaves ids and names as they are', () => {
  expect(detailText({ factor_id: 'a1', rows: 3, goals: ['contact_sent', 'page /a_b'] })).toBe(
    'factor id: a1, rows: 3, goals: contact sent, page /a_b',
  )
  expect(detailText({ outcome: 'nothing_to_do', key_id: 'a_1b', rows: 0 })).toBe(
    'outcome: nothing to do, key id: a_1b, rows: 0',
  )
  expect(detailText({})).toBe('')
})
