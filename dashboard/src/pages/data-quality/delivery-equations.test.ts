import type { DeliveryReport } from '../../api/delivery.ts'
import { describe, expect, it } from 'vitest'
import { deliveryEquations } from './delivery-equations.ts'

const delivery: DeliveryReport = {
  received: 115,
  accepted: 100,
  duplicates: 5,
  rejected: { invalid_event: 3, consent_required: 7, prefetch: 0 },
  stored: 90,
  pending: 4,
  oldest_pending_ms: 0,
  dead_letters: 3,
  erased: 2,
  expired: 1,
  last_reconciliation: null,
}

describe('the delivery report', () => {
  it('balances on both levels', () => {
    const { received, accepted } = deliveryEquations(delivery)
    expect([received.difference, accepted.difference]).toEqual([0, 0])
  })

  it('shows by how much it does not', () => {
    expect(deliveryEquations({ ...delivery, received: 117 }).received.difference).toBe(2)
    expect(deliveryEquations({ ...delivery, stored: 91 }).accepted.difference).toBe(-1)
  })

  it('leaves the result open while what is stored is unknown', () => {
    const { received, accepted } = deliveryEquations({ ...delivery, stored: null })
    expect([received.difference, accepted.difference]).toEqual([0, null])
    expect(accepted.parts[0]).toMatchObject({ label: 'Stored', count: null })
  })

  it('names each reason for a rejection, most frequent first', () => {
    const labels = deliveryEquations(delivery).received.parts.map(({ label, count }) => `${label} ${count}`)
    expect(labels).toEqual([
      'Accepted 100',
      'Duplicates 5',
      'Rejected: consent_required 7',
      'Rejected: invalid_event 3',
    ])
  })

  it('shows an unknown reason', () => {
    const { parts } = deliveryEquations({ ...delivery, rejected: { moon_phase: 10 } }).received
    expect(parts.at(-1)).toMatchObject({ label: 'Rejected: moon_phase', count: 10 })
  })

  it('says how many duplicates were found after two collectors had stored them', () => {
    const { parts } = deliveryEquations({ ...delivery, deduplicated: 1_200 }).received
    expect(parts[1]?.meaning).toContain('1,200 of them stored by two collectors')
    expect(deliveryEquations(delivery).received.parts[1]?.meaning).toBe('received before')
  })

  it('says that nothing was rejected', () => {
    const { parts, difference } = deliveryEquations({ ...delivery, rejected: {}, received: 105 }).received
    expect(parts.at(-1)).toMatchObject({ label: 'Rejected', count: 0 })
    expect(difference).toBe(0)
  })
})
