import { expect, it } from 'vitest'
import { lateEnd } from './Freshness.tsx'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const MINUTE = 60_000
const lateBy = (...minutes: number[]) =>
  minutes.map((late) => ({ asOf: NOON - late * MINUTE, arrivedAt: NOON }))

it('says where figures end that lag behind', () => {
  expect(lateEnd(lateBy(0, 90, 2), NOON + MINUTE)).toBe(NOON - 90 * MINUTE)
})

it('is null while events are loaded within seconds, and before there are figures', () => {
  expect(lateEnd(lateBy(0, 0.1), NOON + MINUTE)).toBeNull()
  expect(lateEnd([], NOON)).toBeNull()
})

it('is null for a period that had ended before the oldest waiting event', () => {
  expect(lateEnd(lateBy(90), NOON - 120 * MINUTE)).toBeNull()
  expect(lateEnd(lateBy(90), NOON - 30 * MINUTE)).toBe(NOON - 90 * MINUTE)
})
