import { aPageView } from '@half-measure/shared/testing/events.ts'
import { describe, expect, it } from 'vitest'
import { aDraft, atNow, NOW } from '../../testing/drafts.ts'
import { putClock } from './put-clock.ts'

const DAY = 86_400_000

describe('putClock', () => {
  it.each([
    ['now', atNow(), NOW],
    ['a second ago', atNow(-1_000), NOW - 1_000],
    ['exactly 7 days ago', atNow(-7 * DAY), NOW - 7 * DAY],
    ['a millisecond more than that', atNow(-7 * DAY - 1), NOW - 7 * DAY],
    ['10 years ago', '2016-11-20T10:00:00Z', NOW - 7 * DAY],
    ['before there was a calendar', '-200000-01-01T00:00:00Z', NOW - 7 * DAY],
    ['5 minutes ahead', atNow(300_000), NOW + 300_000],
    ['a millisecond more than that', atNow(300_001), NOW + 300_000],
    ['10 years ahead', '2036-11-20T10:00:00Z', NOW + 300_000],
    ['at the end of time', '+275760-09-13T00:00:00Z', NOW + 300_000],
  ])('an event of %s', (_, occurred_at, expected) => {
    const draft = aDraft({ event: aPageView({ occurred_at }) })
    expect(putClock(draft)).toBeUndefined()
    expect(draft.createdAt).toBe(expected)
  })

  it('leaves the event as it was sent', () => {
    const draft = aDraft({ event: aPageView({ occurred_at: '2016-11-20T10:00:00Z' }) })
    putClock(draft)
    expect(draft.event.occurred_at).toBe(Date.UTC(2016, 10, 20, 10))
  })
})
