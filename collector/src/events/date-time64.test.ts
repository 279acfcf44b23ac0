import { describe, expect, it } from 'vitest'
import { dateTime64 } from './date-time64.ts'

describe('dateTime64', () => {
  it.each([
    '2026-11-20T10:00:00.000Z',
    '2026-11-20T23:59:59.999Z',
    '2026-11-21T00:00:00.000Z',
    '2024-02-29T07:08:09.010Z',
    '1969-12-31T23:59:59.001Z',
    '9999-12-31T23:59:59.999Z',
  ])('writes %s as the database reads it', (instant) => {
    expect(dateTime64(Date.parse(instant))).toBe(instant.replace('T', ' ').slice(0, 23))
  })

  it('agrees with the platform on any instant, whichever was written before', () => {
    for (let i = 0; i < 2_000; i++) {
      const ms = Math.floor((i * 2_654_435_761) % 4_102_444_800_000)
      expect(dateTime64(ms)).toBe(new Date(ms).toISOString().replace('T', ' ').slice(0, 23))
    }
  })
})
