import { ratingOf } from '@half-measure/shared/stats/web-vitals.ts'
import { expect, it } from 'vitest'
import { shareText } from './VitalCards.tsx'

it.each([
  ['lcp', 2_500, 'good'],
  ['lcp', 2_501, 'needs improvement'],
  ['lcp', 4_000, 'needs improvement'],
  ['lcp', 4_000.5, 'poor'],
  ['inp', 200, 'good'],
  ['inp', 504, 'poor'],
  ['cls', 0.1, 'good'],
  ['cls', 0.25, 'needs improvement'],
  ['cls', 0.2501, 'poor'],
] as const)('%s of %s is %s', (vital, value, rating) => {
  expect(ratingOf(vital, { p75: value, loads: 30 })).toBe(rating)
  expect(ratingOf(vital, { p75: value, loads: 29 })).toBeNull()
})

it('says how many loads are rated how', () => {
  expect(shareText({ loads: 200, good: 150, poor: 20 })).toBe('75% good, 15% needs improvement, 10% poor')
  expect(shareText({ loads: 0, good: 0, poor: 0 })).toBe('')
})
