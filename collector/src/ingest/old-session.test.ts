import { describe, expect, it } from 'vitest'
import { NOW } from '../testing/drafts.ts'
import { mayPredateWindow } from './old-session.ts'

const DAY = 86_400_000
const sessionOf = (began: number | string) => `session_${began}_k3j9x2`

describe('mayPredateWindow', () => {
  it.each([
    ['now', NOW, false],
    ['an hour ago', NOW - 3_600_000, false],
    ['5 days ago', NOW - 5 * DAY, false],
    ['6 days ago', NOW - 6 * DAY, true],
    ['a year ago', NOW - 365 * DAY, true],
    ['at the beginning of time', 0, true],
    ['half a day ahead', NOW + DAY / 2, false],
    ['a day ahead, which tells nothing', NOW + DAY, true],
    ['in more digits than a number has', '9'.repeat(400), true],
  ])('a session of %s', (_, began, expected) => {
    expect(mayPredateWindow(sessionOf(began), NOW)).toBe(expected)
  })
})
