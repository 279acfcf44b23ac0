import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { COMPARISONS, type DaysCompared } from '@half-measure/shared/stats/engine/comparison.ts'
import { BUCKETS, FILTER_OPERATORS, type Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { SeededRandom } from '../../seed/seeded-random.ts'
import { iso, type TestQuery } from './engine-stack.ts'
import { VALUES } from './random-events.ts'

/** Values that events have. */
export const SOME_VALUE: Record<Dimension, readonly string[]> = {
  page: VALUES.path,
  entry: VALUES.path,
  exit: VALUES.path,
  channel: VALUES.channel,
  source: VALUES.source,
  referrer: VALUES.referrer,
  utm_source: VALUES.utm,
  utm_medium: VALUES.utm,
  utm_campaign: VALUES.utm,
  utm_term: VALUES.utm,
  utm_content: VALUES.utm,
  country: VALUES.country,
  language: VALUES.language,
  device: VALUES.device,
  browser: VALUES.browser,
  os: VALUES.os,
  screen: VALUES.screen,
  category: ['The Review', 'The Culture', ''],
  author: ['Ida Marsh', "Tom O'Dell", ''],
  element: ['button:hero', 'button', 'a:b:c'],
  event_type: VALUES.conversion,
  product: VALUES.product,
  experiment: VALUES.test,
  variant: VALUES.variant,
  read_depth: ['75', '100', '0'],
  hour_of_week: ['1-00', '3-12', '7-01'],
}

/**
 * Queries of every shape about some of three weeks, the same for the same seed.
 *
 * @param begin of the weeks, milliseconds since 1970.
 */
export function randomQuery(seed: number, begin: number): TestQuery {
  const random = new SeededRandom(seed, 0)
  const pick = <T>(values: readonly T[]): T => values[random.below(values.length)] as T
  const maybe = <T>(share: number, value: () => T): T | undefined =>
    random.fraction() < share ? value() : undefined
  const filters = Array.from({ length: random.below(4) }, (): Filter => {
    const dimension = pick(Dimension.options)
    const operator = pick(FILTER_OPERATORS)
    const value = () => pick(SOME_VALUE[dimension])
    return {
      operator,
      dimension,
      values: operator === 'contains' ? [value().slice(0, 3)] : [value(), value()],
    }
  })
  const from = begin + random.below(14 * 24) * HOUR_MS + (maybe(0.3, () => random.below(HOUR_MS)) ?? 0)
  const isSplit = random.fraction()
  return {
    metrics: maybe(0.3, () => [pick(Metric.options)]) ?? Metric.options,
    filters,
    range: {
      from: iso(from),
      to: iso(from + (1 + random.below(10 * 24)) * HOUR_MS),
      tz: pick(['Europe/London', 'UTC', 'Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe']),
      bots: pick(['exclude', 'exclude', 'include'] as const),
    },
    ...(isSplit < 0.4 && { dimension: pick(Dimension.options) }),
    ...(isSplit > 0.7 && { interval: pick(BUCKETS) }),
    ...(random.fraction() < 0.3 && { compare: pick([...COMPARISONS, ...daysAround(from)]) }),
  }
}

/** Days compared with that have events, shorter and longer than most ranges. */
function daysAround(from: number): DaysCompared[] {
  const day = (shift: number) => iso(from + shift * 24 * HOUR_MS).slice(0, 10)
  return [`${day(-3)}..${day(-3)}`, `${day(-6)}..${day(2)}`]
}
