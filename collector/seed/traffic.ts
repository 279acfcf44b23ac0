import { publication } from '@half-measure/shared/publication.ts'
import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { type Magazine, magazineOf, popularity } from './magazine.ts'
import { SeededRandom } from './seeded-random.ts'
import { type SeedBeacon, session } from './session.ts'
import { sourcesAt } from './sources.ts'

export interface TrafficOptions {
  readonly seed: number
  readonly days: number
  readonly sessions: number
  /** End of the traffic, milliseconds since 1970. */
  readonly until: number
  readonly siteOrigin: string
  /** As in `articles.json`: an article is read from the day of its publication on. */
  readonly articles: readonly ListedArticle[]
}

/**
 * Synthetic traffic of a magazine, session by session in the order in which they begin: weekly and daily rhythm,
 * articles that are read most when they are new, newsletter issues, campaigns, an experiment with one effect. The
 * same options give the same bytes. Beacons that would arrive after `until` are left out.
 */
export function* traffic(options: TrafficOptions): Generator<SeedBeacon[]> {
  const { seed, days, sessions, until, siteOrigin } = options
  const magazine = magazineOf(options.articles)
  const weights = hourWeights(until - days * 24 * HOUR_MS, until, magazine, seed)
  const total = weights.reduce((sum, { weight }) => sum + weight, 0)
  let [reached, begun] = [0, 0]
  for (const { start, weight } of weights) {
    reached += weight
    // Rounding the running sum keeps the total exact.
    const end = Math.round((reached / total) * sessions)
    const site = { magazine, sources: sourcesAt(start, magazine, { until, seed }), siteOrigin }
    const lengthMs = Math.min(HOUR_MS, until - start)
    const beginnings = Array.from({ length: end - begun }, (_, offset) => {
      const random = streamOf(seed, begun + offset)
      return { random, firstEventId: random.uuid(), at: start + random.below(lengthMs) }
    })
    begun = end
    for (const { random, firstEventId, at } of beginnings.sort((a, b) => a.at - b.at)) {
      const beacons = session(random, firstEventId, at, site)
      const arrived = beacons.filter(({ request }) => request.receivedAt < until)
      if (arrived.length > 0) yield arrived
    }
  }
}

/** Ids that depend on the seed alone: the first events of its first sessions. */
export function firstEventIds(seed: number, sessions: number): string[] {
  return Array.from({ length: sessions }, (_, number) => streamOf(seed, number).uuid())
}

/** Stream 0 is that of the days. */
function streamOf(seed: number, session: number): SeededRandom {
  return new SeededRandom(seed, session + 1)
}

/** From Monday to Sunday. Friday is the day of the newsletter. */
const WEEKDAYS = [0.74, 0.78, 0.86, 0.97, 1.5, 1.12, 0.98] as const

/** How many sessions begin in each hour, relative to others. */
function hourWeights(from: number, until: number, magazine: Magazine, seed: number) {
  const random = new SeededRandom(seed)
  const weights: { start: number; weight: number }[] = []
  let luck = 1
  for (let start = from; start < until; start += HOUR_MS) {
    if (weights.length % 24 === 0) luck = random.around(1, 0.1)
    const there = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(publication.timeZone)
    const day = luck * (WEEKDAYS[there.dayOfWeek - 1] ?? 1)
    const articles = magazine.articles.reduce((sum, article) => sum + popularity(article, start), 0)
    weights.push({ start, weight: day * readingAt(there.hour) * (0.25 + articles) })
  }
  return weights
}

/** Reading in an hour of the day: some over breakfast and lunch, most in the evening. */
function readingAt(hour: number): number {
  const around = (centre: number, width: number) => {
    const hours = Math.abs(hour + 0.5 - centre)
    return Math.exp(-((Math.min(hours, 24 - hours) / width) ** 2))
  }
  return 0.05 + 0.3 * around(8.5, 1.6) + 0.4 * around(13, 1.8) + around(20.5, 2.8)
}
