import { expect, it } from 'vitest'
import { comparedWithMedian, hoursLabel, launchText, shareOfReadingTime } from './article-text.ts'

it.each([
  [{ views: 1_448, median: 905 }, '1.6 × the median of 905'],
  [{ views: 904, median: 905 }, 'the median'],
  [{ views: 0, median: 10.5 }, '0.0 × the median of 11'],
  [{ views: 3, median: 0 }, 'median 0'],
  [{ views: 3, median: null }, ''],
])('comparedWithMedian says of %j: %s', (first, words) => {
  expect(comparedWithMedian(first)).toBe(words)
})

it('shareOfReadingTime is a part of the time that reading takes', () => {
  expect(shareOfReadingTime(0.138, 6)).toBe('14% of 6 min')
})

it.each([
  [0, '0 h'],
  [23, '23 h'],
  [24, '1 day'],
  [29, '1 day 5 h'],
  [168, '7 days'],
])('hoursLabel of %i: %s', (hours, label) => {
  expect(hoursLabel(hours)).toBe(label)
})

it.each([
  [320, 249.5, 'After 1 day: 320 views; the median of the others is 250.'],
  [1, undefined, 'After 1 day: 1 view.'],
  [undefined, 10, 'After 1 day: still to come; the median of the others is 10.'],
])('launchText of %s views and a median of %s: %s', (views, median, words) => {
  expect(launchText(24, views, median)).toBe(words)
})
