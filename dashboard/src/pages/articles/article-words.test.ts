import { describe, expect, it } from 'vitest'
import { comparedWithMedian, shareOfReadingTime } from './article-words.ts'

describe('comparedWithMedian', () => {
  it.each([
    [{ views: 1_448, median: 905 }, '1.6 × the median of 905'],
    [{ views: 904, median: 905 }, 'the median'],
    [{ views: 0, median: 10.5 }, '0.0 × the median of 11'],
    [{ views: 3, median: 0 }, 'median 0'],
  ])('says of %j: %s', (first, words) => {
    expect(comparedWithMedian(first)).toBe(words)
  })
})

describe('shareOfReadingTime', () => {
  it('is a part of the time that reading takes', () => {
    expect(shareOfReadingTime(0.138, 6)).toBe('14% of 6 min')
  })
})
