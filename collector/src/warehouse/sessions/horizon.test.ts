import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@half-measure/shared/durations.ts'
import { horizonAt, MAX_EVENTS_AT_ONCE, nextStep } from './horizon.ts'

const NOON = Date.UTC(2026, 10, 20, 12)

describe('horizonAt', () => {
  it.each([
    [NOON, NOON - 30 * MINUTE_MS],
    [NOON + 4 * MINUTE_MS, NOON - 30 * MINUTE_MS],
    [NOON + 5 * MINUTE_MS, NOON - 15 * MINUTE_MS],
    [NOON + 20 * MINUTE_MS, NOON],
  ])('is a whole quarter of an hour, and twenty minutes from now at least', (now, horizon) => {
    expect(horizonAt(now)).toBe(horizon)
  })
})

describe('nextStep', () => {
  const [few, most] = [1_000, MAX_EVENTS_AT_ONCE]
  const hours = (...events: number[]) => new Map(events.map((count, i) => [NOON + i * HOUR_MS, count]))

  it('goes all the way where events are few, seven days at most', () => {
    expect(nextStep(NOON, NOON + 7 * DAY_MS, hours(few, few))).toEqual({ to: NOON + 7 * DAY_MS, parts: 1 })
    expect(nextStep(NOON, NOON + 90 * DAY_MS, hours(few, few))).toEqual({ to: NOON + 7 * DAY_MS, parts: 1 })
    expect(nextStep(NOON + 15 * MINUTE_MS, NOON + 45 * MINUTE_MS, hours(few))).toEqual({
      to: NOON + 45 * MINUTE_MS,
      parts: 1,
    })
  })

  it('passes over time without events, and counts the seven days from the first one', () => {
    const later = new Map([[NOON + 30 * DAY_MS, few]])
    expect(nextStep(NOON, NOON + 90 * DAY_MS, later)).toEqual({ to: NOON + 37 * DAY_MS, parts: 1 })
    expect(nextStep(NOON, NOON + 90 * DAY_MS, new Map())).toEqual({ to: NOON + 90 * DAY_MS, parts: 1 })
  })

  it('stops where more would not fit into memory', () => {
    expect(nextStep(NOON, NOON + 9 * HOUR_MS, hours(few, few, most, few))).toEqual({
      to: NOON + 2 * HOUR_MS,
      parts: 1,
    })
  })

  it('takes a quarter of an hour, in parts, of an hour that alone is too much', () => {
    expect(nextStep(NOON, NOON + 9 * HOUR_MS, hours(12 * most))).toEqual({
      to: NOON + 15 * MINUTE_MS,
      parts: 3,
    })
    expect(nextStep(NOON + 45 * MINUTE_MS, NOON + 9 * HOUR_MS, hours(12 * most))).toEqual({
      to: NOON + HOUR_MS,
      parts: 3,
    })
  })

  it('comes to the end, whatever the events', () => {
    const given = hours(few, 5 * most, 0, most, most, few)
    let at = NOON
    for (let steps = 0; at < NOON + 6 * HOUR_MS; steps++) {
      const { to } = nextStep(at, NOON + 6 * HOUR_MS, given)
      expect(to).toBeGreaterThan(at)
      expect(steps).toBeLessThan(20)
      at = to
    }
    expect(at).toBe(NOON + 6 * HOUR_MS)
  })
})
