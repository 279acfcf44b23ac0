import { expect, it } from 'vitest'
import { formatVital } from './vital.ts'

it.each([
  ['lcp', 1_826.4, '1.83 s'],
  ['lcp', 0, '0.00 s'],
  ['inp', 95.6, '96 ms'],
  ['cls', 0.03124, '0.031'],
  ['cls', 0, '0.000'],
  ['inp', null, '–'],
] as const)('%s of %s is shown as %s', (vital, value, words) => {
  expect(formatVital(vital, value)).toBe(words)
})
