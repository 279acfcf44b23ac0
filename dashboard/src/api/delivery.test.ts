import { describe, expect, it } from 'vitest'
import { collectionProblem, reportWithoutStore } from './delivery.ts'
import { refusal } from './testing/refusal.ts'

const known = {
  received: 10,
  accepted: 9,
  duplicates: 1,
  rejected: {},
  pending: 4,
  oldest_pending_ms: 0,
  dead_letters: 0,
  last_reconciliation: null,
}

const refused = (code: string, details: unknown) => refusal(503, { code, details })

describe('the delivery report while ClickHouse is unavailable', () => {
  it('is what the log knows', () => {
    expect(reportWithoutStore(refused('clickhouse_unavailable', known))).toEqual({
      ...known,
      stored: null,
      erased: null,
      expired: null,
    })
  })

  it.each([
    ['another refusal', refused('internal_error', known)],
    ['one without the details', refused('clickhouse_unavailable', undefined)],
    ['no response at all', new Error('gone')],
  ])('is not made of %s', (_, error) => {
    expect(() => reportWithoutStore(error)).toThrow(error)
  })
})

/** Nothing is pending. */
const IDLE = { pending: 0, oldest_pending_ms: 0 }

describe('collectionProblem', () => {
  it('is null where there are figures, or will be in a moment', () => {
    expect(collectionProblem({ ...IDLE, stored: 12, received: 12 })).toBeNull()
    expect(collectionProblem({ ...IDLE, stored: 0, received: 3 })).toBeNull()
  })

  it('distinguishes a new stack from one whose ClickHouse is unavailable', () => {
    expect(collectionProblem({ ...IDLE, stored: 0, received: 0 })).toBe('no-events')
    expect(collectionProblem({ ...IDLE, stored: null, received: 0 })).toBe('clickhouse-unavailable')
    expect(collectionProblem({ ...IDLE, stored: null, received: 12 })).toBe('clickhouse-unavailable')
  })

  it('says that figures are late once events have waited for more than a minute', () => {
    const waiting = { stored: 12, received: 15, pending: 3 }
    expect(collectionProblem({ ...waiting, oldest_pending_ms: 2_000 })).toBeNull()
    expect(collectionProblem({ ...waiting, oldest_pending_ms: 61_000 })).toBe('late')
    expect(collectionProblem({ ...waiting, oldest_pending_ms: 61_000, stored: null })).toBe(
      'clickhouse-unavailable',
    )
  })
})
