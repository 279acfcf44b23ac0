import { describe, expect, it } from 'vitest'
import { problemsOf } from './testing/problems-of.ts'
import { limitOf } from './page.ts'

describe('limitOf', () => {
  it('falls back where none is given', () => {
    expect(limitOf(5).parse(undefined)).toBe(5)
  })

  it.each([
    ['1', 1],
    ['100', 100],
    [7, 7],
  ])('takes %j', (given, expected) => {
    expect(limitOf(5).parse(given)).toBe(expected)
  })

  it.each([['0'], ['101'], ['-1'], ['2.5'], ['ten'], ['1e3'], [''], ['NaN'], ['Infinity'], ['1;2']])(
    'refuses %j',
    (given) => {
      expect(problemsOf(limitOf(5), given)).toEqual([''])
    },
  )
})
