import { describe, expect, it } from 'vitest'
import { againstMedian } from './first-days-words.ts'

describe('againstMedian', () => {
  it.each([
    [{ views: 1_448, median: 905 }, '1.6 × the median of 905'],
    [{ views: 904, median: 905 }, 'the median'],
    [{ views: 0, median: 10.5 }, '0.0 × the median of 11'],
    [{ views: 3, median: 0 }, 'median 0'],
  ])('says of %j: %s', (first, words) => {
    expect(againstMedian(first)).toBe(words)
  })
})
