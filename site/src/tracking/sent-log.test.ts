import { aClick, aPageView } from '@half-measure/shared/testing/events.ts'
import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../client/safe-storage.ts'
import { logSent, MAX_LISTED, readSent, type Sent } from './sent-log.ts'

describe('the list of what was sent', () => {
  it('has each event once, however often it was sent', () => {
    const session = memoryStorage()
    const [view, click] = [aPageView(), aClick()]
    logSent(session, [view])
    logSent(session, [view, click])
    expect(readSent(session)).toEqual([view, click])
  })

  it('has the variants of all tests, which have no id in the browser', () => {
    const session = memoryStorage()
    const assignments: Sent[] = ['a', 'b'].map((test_name) => ({
      type: 'ab_assignment',
      occurred_at: '2026-11-20T10:00:00.000Z',
      test_name,
      variant: 'x',
    }))
    for (const assignment of assignments) logSent(session, [assignment])
    expect(readSent(session)).toEqual(assignments)
  })

  it('keeps the last ones', () => {
    const session = memoryStorage()
    const events = Array.from({ length: MAX_LISTED + 1 }, () => aClick())
    logSent(session, events)
    expect(readSent(session)).toEqual(events.slice(1))
  })
})
