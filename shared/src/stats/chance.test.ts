import { expect, it } from 'vitest'
import { isWithinChance } from './chance.ts'

it.each([
  [[24, 20], [100, 100], true],
  [[24, 20], [2_000, 2_000], false],
  // One session of five more.
  [[60, 40], [5, 5], true],
  [[60, 40], [200, 5], true],
  [[60, 40], [200, 200], false],
  [[0, 0], [10, 10], true],
  [[60, 40], [undefined, 5], false],
  [[null, 40], [10, 10], false],
] as const)('%j percent of %j sessions are within chance: %s', (shares, sessions, expected) => {
  expect(isWithinChance(shares, sessions)).toBe(expected)
})
