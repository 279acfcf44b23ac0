import { DAY_MS, HOUR_MS, MINUTE_MS } from '@half-measure/shared/durations.ts'

const QUARTER_MS = 15 * MINUTE_MS

/**
 * The horizon's distance from now. An event not marked as late happened at most ten minutes before it arrived, and a
 * batch inserted more than five minutes after that marks its own sessions; five minutes are left for clocks that
 * differ.
 */
const DISTANCE_MS = 20 * MINUTE_MS

/** Maximum number of events to build sessions from at once: they have to fit into memory. */
export const MAX_EVENTS_AT_ONCE = 500_000

/**
 * The longest step from its first event on. Its sessions are built from eight days of events (`LOOK_BACK_MS` more), and a
 * tab may not have more than `MAX_EVENTS` in them: on a quiet site, months would fit into memory.
 */
const MAX_STEP_MS = 7 * DAY_MS

/** How far sessions may be finished, in whole quarters of an hour. All times in milliseconds since 1970. */
export function horizonAt(now: number): number {
  return quarterOf(now - DISTANCE_MS)
}

/** The quarter of an hour of a moment. */
export function quarterOf(at: number): number {
  return at - (at % QUARTER_MS)
}

/** A part of the way to a horizon. */
export interface Step {
  readonly to: number
  /** The number of parts its tabs are divided into, so that each fits into memory. */
  readonly parts: number
}

/**
 * The next part of the way: as far as its events fit into memory at once, seven days with events at most and a quarter
 * of an hour at least.
 *
 * @param eventsByHour by the start of the hour. @param split how many times as many parts as it needs by this.
 */
export function nextStep(
  from: number,
  to: number,
  eventsByHour: ReadonlyMap<number, number>,
  split = 1,
): Step {
  const inHour = (hour: number) => eventsByHour.get(hour) ?? 0
  let latest = to
  let events = 0
  let end = from
  while (end < latest) {
    const hour = end - (end % HOUR_MS)
    if (events > 0 && events + inHour(hour) > MAX_EVENTS_AT_ONCE) break
    if (events === 0 && inHour(hour) > 0) latest = Math.min(to, end + MAX_STEP_MS)
    events += inHour(hour)
    end = hour + HOUR_MS
  }
  end = Math.min(end, latest)
  if (events <= MAX_EVENTS_AT_ONCE) return { to: end, parts: split }
  // A single hour has too many: assumes that they are spread evenly over it.
  const quarter = Math.min(quarterOf(from) + QUARTER_MS, to)
  return { to: quarter, parts: Math.ceil(events / 4 / MAX_EVENTS_AT_ONCE) * split }
}
