import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { HOUR_MS, MINUTE_MS } from '@half-measure/shared/durations.ts'
import { countedUntil } from '../../charts/counted-since.ts'
import { addsUp, isOfFew, MIN_FOR_EXTREMES } from '../../charts/extremes.ts'
import { shortFigure } from '../../format/metric.ts'
import type { Bounds } from '../../time/period.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))

/** Minimum counted time of an hour of the week in the period: less says little about a whole one. */
const MIN_COUNTED_MS = HOUR_MS / 2

interface HourCell {
  /** `00` to `23` */
  hour: string
  /** Counts and sums per hour, on average: the period may have five Sundays and four Mondays. */
  value: number | null
  /** 0 to 1, relative to the highest; 0 if too little was counted to compare. */
  heat: number
}

export interface HourHeatmap {
  days: { name: string; cells: HourCell[] }[]
  /** The map in a sentence, and which cells have no colour. */
  sentence: string
}

/** A metric, and the one that tells whether its values can be compared. */
export function hourMetrics(metric: Metric): [Metric, ...Metric[]] {
  return addsUp(metric) ? [metric] : [metric, 'sessions']
}

/** The part of a range in which a result counts. */
export function countedIn(
  { counted_since, provenance }: Pick<StatsResult, 'counted_since' | 'provenance'>,
  { from, to }: Bounds,
  now: Date,
): { from: Date; to: Date } {
  return {
    from: new Date(Math.max(Date.parse(from), Date.parse(counted_since ?? from))),
    to: new Date(Math.min(Date.parse(to), countedUntil(provenance, now).getTime())),
  }
}

/**
 * Rows of `hourMetrics`, keyed `1-00` (Monday, midnight) to `7-23`; hours without a row are empty.
 *
 * @param counted the time in which the figures were counted.
 */
export function prepareHourHeatmap(
  rows: StatsResult['rows'],
  metric: Metric,
  counted: { from: Date; to: Date },
): HourHeatmap {
  const countedMs = addsUp(metric) ? countedByHour(counted) : undefined
  const values = new Map<string, number | null>()
  const uncompared = new Set<string>()
  for (const { key, figures } of rows) {
    const total = figures[metric] ?? null
    const ms = countedMs ? (countedMs.get(key) ?? 0) : HOUR_MS
    values.set(key, ms === 0 ? null : total && (total * HOUR_MS) / ms)
    if (isOfFew(metric, figures) || (countedMs && ms < MIN_COUNTED_MS)) uncompared.add(key)
  }
  const compared = [...values].filter(([key]) => !uncompared.has(key))
  const highest = Math.max(0, ...compared.map(([, value]) => value ?? 0))
  const days = DAYS.map((name, day) => ({
    name,
    cells: HOURS.map((hour): HourCell => {
      const key = `${day + 1}-${hour}`
      const value = values.get(key) ?? null
      return { hour, value, heat: highest === 0 || uncompared.has(key) ? 0 : (value ?? 0) / highest }
    }),
  }))
  const hasUncompared = [...uncompared].some((key) => values.get(key))
  const sentences = [peakOf(days, metric), hasUncompared ? uncomparedText(metric) : null]
  return { days, sentence: sentences.filter(Boolean).join(' ') || 'Nothing in this period.' }
}

const weekdayAndHour = new Intl.DateTimeFormat('en-GB', {
  timeZone: publication.timeZone,
  weekday: 'long',
  hour: '2-digit',
  hourCycle: 'h23',
})

/** How much of each hour of the week lay between two times, in all. Clocks are whole hours from UTC. */
function countedByHour({ from, to }: { from: Date; to: Date }): Map<string, number> {
  const [begin, end] = [from.getTime(), to.getTime()]
  const countedMs = new Map<string, number>()
  for (let hour = Math.floor(begin / HOUR_MS) * HOUR_MS; hour < end; hour += HOUR_MS) {
    const key = hourOfWeek(hour)
    const overlap = Math.min(hour + HOUR_MS, end) - Math.max(hour, begin)
    countedMs.set(key, (countedMs.get(key) ?? 0) + overlap)
  }
  return countedMs
}

/** `1-00` to `7-23` in the publication's zone. */
function hourOfWeek(ms: number): string {
  const text = weekdayAndHour.format(ms)
  const weekday = DAYS.findIndex((name) => text.startsWith(name)) + 1
  return `${weekday}-${text.slice(-2)}`
}

/** `12.3k`, `14`, `2.5`: small averages with a decimal. */
export function hourText(metric: Metric, value: number | null): string {
  const isSmall = value !== null && value < 10 && METRICS[metric].unit === 'count'
  if (isSmall) return String(Number(value.toFixed(1)))
  return shortFigure(metric, value !== null && METRICS[metric].unit === 'count' ? Math.round(value) : value)
}

function peakOf(days: HourHeatmap['days'], metric: Metric): string | null {
  for (const { name, cells } of days) {
    const peak = cells.find(({ heat }) => heat === 1)
    if (!peak) continue
    const [most, average] = addsUp(metric) ? ['most', ' on average'] : ['highest', '']
    const value = hourText(metric, peak.value)
    return `${METRICS[metric].label}: ${most} on ${name} at ${peak.hour}:00, with ${value}${average}.`
  }
  return null
}

function uncomparedText(metric: Metric): string {
  const few = addsUp(metric)
    ? `counted for less than ${MIN_COUNTED_MS / MINUTE_MS} minutes`
    : `with fewer than ${MIN_FOR_EXTREMES} sessions`
  return `Hours ${few} have no colour.`
}
