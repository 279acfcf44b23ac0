import { expect, it } from 'vitest'
import { inGroups } from './in-groups.ts'

it('shows a secret in groups of four, the last one as long as it is', () => {
  expect(inGroups('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
  expect(inGroups('')).toBe('')
})
