import { waysIn } from './arrivals.ts'
import { type Hour, hoursBetween, visitsByHour } from './rhythm.ts'
import { SeededRandom } from './seeded-random.ts'
import { shelfAt } from './shelf.ts'
import { type SeedBeacon, type Surroundings, visit } from './visit.ts'

const HOUR_MS = 3_600_000

export interface TrafficOptions {
  readonly seed: number
  readonly days: number
  /** Visits altogether. */
  readonly sessions: number
  /** End of the seeded time, milliseconds since 1970. */
  readonly until: number
  readonly siteOrigin: string
}

/**
 * Traffic as a magazine has it, visit by visit in the order in which they begin. The same options give the same
 * bytes; each visit draws from a stream of its own. What would happen after `until` is left out.
 */
export function* traffic(options: TrafficOptions): Generator<SeedBeacon[]> {
  const { seed, days, sessions, until, siteOrigin } = options
  const hours = hoursBetween(until - days * 24 * HOUR_MS, until)
  const counts = visitsByHour(hours, sessions, seed)
  let next = 0
  for (const [index, hour] of hours.entries()) {
    const count = counts[index] ?? 0
    if (count === 0) continue
    const surroundings: Surroundings = {
      hour,
      ways: waysIn(hour),
      shelf: shelfAt(hour.start, until),
      siteOrigin,
    }
    for (const { random, firstEventId, start } of beginnings(seed, next, count, hour, until)) {
      const beacons = visit(random, firstEventId, start, surroundings)
      const arrived = beacons.filter(({ request }) => request.receivedAt < until)
      if (arrived.length > 0) yield arrived
    }
    next += count
  }
}

/** Ids of events that a seed makes whatever the other options are, as long as there are so many visits. */
export function firstEventIds(seed: number, visits: number): string[] {
  return Array.from({ length: visits }, (_, number) => streamOf(seed, number).uuid())
}

/** Stream 0 is the rhythm's. */
function streamOf(seed: number, visit: number): SeededRandom {
  return new SeededRandom(seed, visit + 1)
}

function beginnings(seed: number, first: number, count: number, hour: Hour, until: number) {
  const lengthMs = Math.min(HOUR_MS, until - hour.start)
  return Array.from({ length: count }, (_, offset) => {
    const random = streamOf(seed, first + offset)
    const firstEventId = random.uuid()
    return { random, firstEventId, start: hour.start + random.below(lengthMs) }
  }).sort((one, other) => one.start - other.start)
}
