import type { Account } from '../api/delivery-question.ts'
import { describe, expect, it } from 'vitest'
import { prepareAccount } from './prepare-account.ts'

const delivery: Account = {
  received: 115,
  accepted: 100,
  duplicates: 5,
  rejected: { invalid_event: 3, consent_required: 7, prefetch: 0 },
  stored: 90,
  pending: 4,
  dead_letters: 3,
  erased: 2,
  expired: 1,
  last_audit: null,
}

describe('the account of events', () => {
  it('adds up on both levels', () => {
    const { received, accepted } = prepareAccount(delivery)
    expect([received.difference, accepted.difference]).toEqual([0, 0])
  })

  it('shows by how much it does not', () => {
    expect(prepareAccount({ ...delivery, received: 117 }).received.difference).toBe(2)
    expect(prepareAccount({ ...delivery, stored: 91 }).accepted.difference).toBe(-1)
  })

  it('passes no verdict while nobody can count what is stored', () => {
    const { received, accepted } = prepareAccount({ ...delivery, stored: null })
    expect([received.difference, accepted.difference]).toEqual([0, null])
    expect(accepted.parts[0]).toMatchObject({ label: 'Stored', count: null })
  })

  it('names each reason for a rejection, most frequent first', () => {
    const labels = prepareAccount(delivery).received.parts.map(({ label, count }) => `${label} ${count}`)
    expect(labels).toEqual([
      'Accepted 100',
      'Duplicates 5',
      'Rejected: consent_required 7',
      'Rejected: invalid_event 3',
    ])
  })

  it('shows a reason that it has no words for', () => {
    const { parts } = prepareAccount({ ...delivery, rejected: { moon_phase: 10 } }).received
    expect(parts.at(-1)).toMatchObject({ label: 'Rejected: moon_phase', count: 10 })
  })

  it('says how many duplicates were found after two collectors had stored them', () => {
    const { parts } = prepareAccount({ ...delivery, late_duplicates: 1_200 }).received
    expect(parts[1]?.meaning).toContain('1,200 of them found')
    expect(prepareAccount(delivery).received.parts[1]?.meaning).toBe('had arrived before')
  })

  it('says that nothing was rejected', () => {
    const { parts, difference } = prepareAccount({ ...delivery, rejected: {}, received: 105 }).received
    expect(parts.at(-1)).toMatchObject({ label: 'Rejected', count: 0 })
    expect(difference).toBe(0)
  })
})
