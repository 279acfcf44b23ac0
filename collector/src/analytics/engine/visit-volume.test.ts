import { describe, expect, it } from 'vitest'
import { rowsBetween } from './visit-volume.ts'

const months = new Map([
  ['202610', 3_100],
  ['202611', 6_000],
])

describe('rowsBetween', () => {
  it.each([
    ['nothing before the first month', '2026-09-01', '2026-10-01', 0],
    ['all of a month', '2026-10-01', '2026-11-01', 3_100],
    ['a share by its days', '2026-10-31', '2026-11-02', 100 + 200],
    ['everything in the widest range', '1970-01-02', '2200-01-01', 9_100],
  ])('%s', (_, from, to, rows) => {
    expect(rowsBetween(months, Date.parse(from), Date.parse(to))).toBeCloseTo(rows)
  })
})
