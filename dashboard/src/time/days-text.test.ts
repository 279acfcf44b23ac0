import { expect, it } from 'vitest'
import { daysText } from './days-text.ts'

it.each([
  ['2026-11-15T00:00:00Z', '2026-11-18T00:00:00Z', '15 to 17 November 2026'],
  ['2026-11-17T00:00:00Z', '2026-11-17T10:00:00Z', '17 November 2026, until 10:00'],
  ['2026-11-17T14:03:00Z', '2026-11-18T00:00:00Z', '17 November 2026, from 14:03'],
  ['2026-11-17T09:30:00Z', '2026-11-17T11:20:00Z', '17 November 2026, from 09:30 until 11:20'],
  [
    '2026-10-24T23:00:00Z',
    '2026-11-20T14:02:31Z',
    '25 October to 20 November 2026, the last day until 14:02',
  ],
  ['2026-11-06T14:03:00Z', '2026-11-14T00:00:00Z', '6 to 13 November 2026, the first day from 14:03'],
  [
    '2026-11-06T14:03:00Z',
    '2026-11-13T14:02:31Z',
    '6 to 13 November 2026, the first day from 14:03 and the last day until 14:02',
  ],
])('from %s to %s are %s', (from, to, text) => {
  expect(daysText({ from, to })).toBe(text)
})
