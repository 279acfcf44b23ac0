import { describe, expect, it } from 'vitest'
import { comparedWithMedian, hoursLabel, launchText, shareOfReadingTime } from './article-text.ts'

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

describe('hoursLabel', () => {
  it.each([
    [0, '0 h'],
    [23, '23 h'],
    [24, '1 day'],
    [29, '1 day 5 h'],
    [168, '7 days'],
  ])('of %i: %s', (hours, label) => {
    expect(hoursLabel(hours)).toBe(label)
  })
})

describe('launchText', () => {
  it.each([
    [320, 249.5, 'After 1 day: 320 views; the median of the others is 250.'],
    [1, undefined, 'After 1 day: 1 view.'],
    [undefined, 10, 'After 1 day: still to come; the median of the others is 10.'],
  ])('of %s views and a median of %s: %s', (views, median, words) => {
    expect(launchText(24, views, median)).toBe(words)
  })
})
