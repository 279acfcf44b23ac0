import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { shortFigure } from '../../format/metric.ts'
import { formatClock } from '../../format/time.ts'
import { addDays, dayAt } from '../../time/day.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))

interface HourCell {
  /** `00` to `23` */
  hour: string
  /** Counts and sums as the mean of all hours of this name in the period: it may have five Sundays and four Mondays. */
  value: number | null
  /** 0 to 1, of the highest. */
  heat: number
}

export interface HourHeatmap {
  days: { name: string; cells: HourCell[] }[]
  /** The map in a sentence. */
  sentence: string
}

/**
 * Rows keyed `1-00` (Monday, midnight) to `7-23`; hours without a row are empty.
 *
 * @param counted the time in which the figures were counted.
 */
export function prepareHourHeatmap(
  rows: StatsResult['rows'],
  metric: Metric,
  counted: { from: Date; to: Date },
): HourHeatmap {
  const occurrences = isAveraged(metric) ? occurrencesOfHours(counted) : undefined
  const values = new Map(
    rows.map(({ key, figures }) => {
      const value = figures[metric] ?? null
      return [key, value && value / (occurrences?.get(key) ?? 1)]
    }),
  )
  const highest = Math.max(0, ...[...values.values()].map((value) => value ?? 0))
  const days = DAYS.map((name, day) => ({
    name,
    cells: HOURS.map((hour): HourCell => {
      const value = values.get(`${day + 1}-${hour}`) ?? null
      return { hour, value, heat: highest === 0 ? 0 : (value ?? 0) / highest }
    }),
  }))
  return { days, sentence: sentenceOf(days, metric) }
}

/** Whether a figure is shown for one hour on average: rates, means and medians are so anyway. */
export function isAveraged(metric: Metric): boolean {
  return ['count', 'gbp'].includes(METRICS[metric].unit)
}

/** How often each hour of the week began between two times, the hour of the first included. */
function occurrencesOfHours({ from, to }: { from: Date; to: Date }): Map<string, number> {
  const [first, last] = [from, new Date(Math.max(from.getTime(), to.getTime() - 1))].map((at) => ({
    day: dayAt(at, publication.timeZone),
    hour: Number(formatClock(at).slice(0, 2)),
  }))
  const occurrences = new Map<string, number>()
  if (!first || !last) return occurrences
  for (let day = first.day; day <= last.day; day = addDays(day, 1)) {
    const weekday = new Date(day).getUTCDay() || 7
    for (const hour of HOURS) {
      const isIn = (day > first.day || +hour >= first.hour) && (day < last.day || +hour <= last.hour)
      const key = `${weekday}-${hour}`
      if (isIn) occurrences.set(key, (occurrences.get(key) ?? 0) + 1)
    }
  }
  return occurrences
}

/** `12.3k`, `14`, `2.5`: small averages with a decimal. */
export function hourText(metric: Metric, value: number | null): string {
  const isSmall = value !== null && value < 10 && METRICS[metric].unit === 'count'
  if (isSmall) return String(Number(value.toFixed(1)))
  return shortFigure(metric, value !== null && METRICS[metric].unit === 'count' ? Math.round(value) : value)
}

function sentenceOf(days: HourHeatmap['days'], metric: Metric): string {
  for (const { name, cells } of days) {
    const peak = cells.find(({ heat }) => heat === 1)
    if (!peak) continue
    const [most, average] = isAveraged(metric) ? ['most', ' on average'] : ['highest', '']
    const value = hourText(metric, peak.value)
    return `${METRICS[metric].label}: ${most} on ${name} at ${peak.hour}:00, with ${value}${average}.`
  }
  return 'Nothing in this period.'
}
