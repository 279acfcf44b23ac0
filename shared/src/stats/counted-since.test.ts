import { expect, it } from 'vitest'
import { wasCounted } from './counted-since.ts'

const month = { from: '2026-11-01T00:00:00Z', to: '2026-11-29T00:00:00Z' }
const today = { from: '2026-11-13T00:00:00Z', to: '2026-11-13T18:30:00Z' }

it.each([
  ['before it', month, '2026-10-31T00:00:00Z', true],
  ['on the first of many days', month, '2026-11-01T23:00:00Z', true],
  ['on the second', month, '2026-11-02T00:00:00Z', false],
  ['early on a single day', today, '2026-11-13T02:00:00Z', true],
  ['at five in the afternoon of it', today, '2026-11-13T17:00:00Z', false],
])('a range in which counting began %s was counted: %#', (_, range, since, expected) => {
  expect(wasCounted(range, Date.parse(since))).toBe(expected)
})

it('is false where nothing was counted yet', () => {
  expect(wasCounted(month, undefined)).toBe(false)
})
