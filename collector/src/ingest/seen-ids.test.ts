import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { IdWindow } from '../spool/id-window.ts'
import { eventId } from '../spool/testing/rows.ts'
import { NOW } from '../testing/drafts.ts'
import { mayPredateWindow, SeenIds } from './seen-ids.ts'

const session = 'session_1_aaaa'

describe('SeenIds', () => {
  let seen: SeenIds
  beforeEach(() => {
    seen = new SeenIds(new IdWindow(1_000, () => {}))
  })

  it('knows an event from its first add to its forgetting', () => {
    expect(seen.add(eventId(1), NOW)).toBe(true)
    expect(seen.add(eventId(1), NOW)).toBe(false)
    seen.remove(eventId(1))
    expect(seen.add(eventId(1), NOW)).toBe(true)
  })

  it('knows an assignment by its session and test, and by its event', () => {
    expect(seen.addAssignment(eventId(1), session, 'review_page_layout', NOW)).toBe(true)
    expect(seen.addAssignment(eventId(2), session, 'review_page_layout', NOW)).toBe(false)
    expect(seen.addAssignment(eventId(3), session, 'cta_button_text', NOW)).toBe(true)
    expect(seen.addAssignment(eventId(4), 'session_1_aaab', 'review_page_layout', NOW)).toBe(true)
    expect(seen.add(eventId(1), NOW)).toBe(false)
  })

  it('remembers nothing of an assignment that it refused', () => {
    seen.add(eventId(1), NOW)
    expect(seen.addAssignment(eventId(1), session, 'review_page_layout', NOW)).toBe(false)

    expect(seen.addAssignment(eventId(2), session, 'review_page_layout', NOW)).toBe(true)
    expect(seen.addAssignment(eventId(3), session, 'review_page_layout', NOW)).toBe(false)
    expect(seen.add(eventId(3), NOW)).toBe(true)
  })

  it('takes back an assignment in two parts', () => {
    seen.addAssignment(eventId(1), session, 'review_page_layout', NOW)
    seen.remove(eventId(1))
    seen.removeAssignment(session, 'review_page_layout')
    expect(seen.addAssignment(eventId(1), session, 'review_page_layout', NOW)).toBe(true)
  })
})

describe('the window of networks that send more than their fair share', () => {
  it('is all that they can push out', () => {
    const seen = new SeenIds(new IdWindow(1_000, () => {}), new IdWindow(100, () => {}))
    for (let n = 0; n < 500; n++) seen.add(eventId(n), NOW)
    for (let n = 10_000; n < 20_000; n++) expect(seen.add(eventId(n), NOW, true)).toBe(true)
    for (let n = 0; n < 500; n++) expect(seen.add(eventId(n), NOW)).toBe(false)
    expect(seen.add(eventId(19_999), NOW, true)).toBe(false)
    expect(seen.add(eventId(10_000), NOW, true)).toBe(true)
  })

  it('knows what a network sent before it had its share, and after', () => {
    const seen = new SeenIds(new IdWindow(1_000, () => {}), new IdWindow(1_000, () => {}))
    for (const first of [true, false]) {
      expect(seen.add(eventId(1), NOW, first)).toBe(true)
      expect(seen.add(eventId(1), NOW, !first)).toBe(false)
      expect(seen.addAssignment(eventId(1), session, 'review_page_layout', NOW, !first)).toBe(false)
      seen.remove(eventId(1))
    }
  })
})

const sessionOf = (began: number | string) => `session_${began}_k3j9x2`

describe('mayPredateWindow', () => {
  it.each([
    ['now', NOW, false],
    ['an hour ago', NOW - 3_600_000, false],
    ['5 days ago', NOW - 5 * DAY_MS, false],
    ['6 days ago', NOW - 6 * DAY_MS, true],
    ['a year ago', NOW - 365 * DAY_MS, true],
    ['at the beginning of time', 0, true],
    ['half a day ahead', NOW + DAY_MS / 2, false],
    ['a day ahead, which tells nothing', NOW + DAY_MS, true],
    ['in more digits than a number has', '9'.repeat(400), true],
  ])('a session of %s', (_, began, expected) => {
    expect(mayPredateWindow(sessionOf(began), NOW)).toBe(expected)
  })
})
