import { expect, it } from 'vitest'
import { changeOf } from './measure-alert.ts'

it.each([
  ['count', 12, 10, 20],
  ['count', 5, 10, -50],
  ['percent', 42.5, 40, 2.5],
  ['percent', 1.5, 0, 1.5],
] as const)('a %s that was %s after %s changed by %s', (unit, figure, before, expected) => {
  expect(changeOf(unit, figure, before)).toBeCloseTo(expected)
})

it.each([
  ['count', 5, 0],
  ['seconds', null, 10],
  ['seconds', 10, null],
] as const)('whether a %s that was %s after %s changed cannot be told', (unit, figure, before) => {
  expect(changeOf(unit, figure, before)).toBeNull()
})
