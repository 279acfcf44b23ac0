import { describe, expect, it } from 'vitest'
import { reportWithoutStore } from './delivery.ts'
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
