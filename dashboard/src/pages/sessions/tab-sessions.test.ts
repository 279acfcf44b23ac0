import type { SessionEvent } from '@half-measure/shared/stats/sessions.ts'
import { describe, expect, it } from 'vitest'
import { chosenSession, sessionsOfTab } from './tab-sessions.ts'

const click = (time: string): SessionEvent => ({
  kind: 'click',
  at: `2026-11-20T${time}.000Z`,
  page_path: '/',
  element: 'link',
})
const timesOf = (sessions: SessionEvent[][]) =>
  sessions.map((events) => events.map(({ at }) => at.slice('2026-11-20T'.length, -'.000Z'.length)))

describe('the sessions of a tab', () => {
  const sessions = sessionsOfTab(['09:00:00', '09:29:59', '09:59:59', '18:00:00'].map(click))

  it('end after thirty minutes without an event', () => {
    expect(timesOf(sessions)).toEqual([['09:00:00', '09:29:59'], ['09:59:59'], ['18:00:00']])
    expect(sessionsOfTab([])).toEqual([])
  })

  it('last a day at most, counted from their first event', () => {
    const started = Date.parse('2026-11-20T09:00:00Z')
    const everyTwentyMinutes = Array.from({ length: 3 * 24 * 3 }, (_, i) => ({
      ...click('09:00:00'),
      at: new Date(started + i * 20 * 60_000).toISOString(),
    }))
    const days = sessionsOfTab(everyTwentyMinutes)
    expect(days.map((events) => [events[0]?.at, events.length])).toEqual([
      ['2026-11-20T09:00:00.000Z', 72],
      ['2026-11-21T09:00:00.000Z', 72],
      ['2026-11-22T09:00:00.000Z', 72],
    ])
  })

  it('are chosen by the moment at which they began', () => {
    expect(chosenSession(sessions, '2026-11-20T09:59:59.000Z')).toBe(1)
    expect(chosenSession(sessions, '2026-11-19T00:00:00.000Z')).toBe(0)
  })
})
