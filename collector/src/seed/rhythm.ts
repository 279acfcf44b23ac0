import { publication } from '@half-measure/shared/publication.ts'
import { SeededRandom } from './seeded-random.ts'

const HOUR_MS = 3_600_000

/** An hour of the seeded time. */
export interface Hour {
  /** Milliseconds since 1970. */
  readonly start: number
  /** In the magazine's zone: 1 is Monday, 7 is Sunday. */
  readonly weekday: number
  /** Hour of the day there, 0 to 23. */
  readonly hour: number
}

/** From Monday to Sunday, compared with an ordinary day. Friday is the day of the newsletter and of the pub. */
const WEEKDAYS = [0.74, 0.78, 0.86, 0.97, 1.5, 1.12, 0.98] as const

/** How much is read in an hour of the week, compared with others: some over breakfast and lunch, most in the evening. */
export function readingWeight({ weekday, hour }: Pick<Hour, 'weekday' | 'hour'>): number {
  const around = (centre: number, width: number) => {
    const away = Math.abs(hour + 0.5 - centre)
    return Math.exp(-((Math.min(away, 24 - away) / width) ** 2))
  }
  const day = 0.05 + 0.3 * around(8.5, 1.6) + 0.4 * around(13, 1.8) + around(20.5, 2.8)
  return day * (WEEKDAYS[weekday - 1] ?? 1)
}

/** The hours from `from` up to `until`, both milliseconds since 1970, the last one cut short where it has to be. */
export function hoursBetween(from: number, until: number): Hour[] {
  const hours: Hour[] = []
  for (let start = from; start < until; start += HOUR_MS) {
    const there = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(publication.timeZone)
    hours.push({ start, weekday: there.dayOfWeek, hour: there.hour })
  }
  return hours
}

/**
 * How many visits begin in each hour: `visits` altogether, by the rhythm of the week, with a magazine that grows
 * and days that are better or worse than one would think.
 */
export function visitsByHour(hours: readonly Hour[], visits: number, seed: number): number[] {
  const random = new SeededRandom(seed)
  let luck = 1
  const weights = hours.map((hour, index) => {
    if (index % 24 === 0) luck = random.around(1, 0.12)
    const growth = 0.85 + (0.3 * index) / hours.length
    return readingWeight(hour) * growth * luck
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let before = 0
  let sum = 0
  return weights.map((weight, index) => {
    sum += weight
    // Rounding the running sum rather than each hour keeps the total exact.
    const upToHere = index === weights.length - 1 ? visits : Math.round((sum / total) * visits)
    const inHour = upToHere - before
    before = upToHere
    return inHour
  })
}
