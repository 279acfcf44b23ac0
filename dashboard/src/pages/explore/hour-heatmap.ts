import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { exactFigure } from '../../format/metric.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))

interface HourCell {
  /** `00` to `23` */
  hour: string
  value: number | null
  /** 0 to 1, of the highest. */
  heat: number
}

export interface HourHeatmap {
  days: { name: string; cells: HourCell[] }[]
  /** The map in a sentence. */
  sentence: string
}

/** Rows keyed `1-00` (Monday, midnight) to `7-23`; hours without a row are empty. */
export function prepareHourHeatmap(rows: StatsResult['rows'], metric: Metric): HourHeatmap {
  const values = new Map(rows.map(({ key, figures }) => [key, figures[metric] ?? null]))
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

function sentenceOf(days: HourHeatmap['days'], metric: Metric): string {
  for (const { name, cells } of days) {
    const peak = cells.find(({ heat }) => heat === 1)
    if (peak)
      return `${METRICS[metric].label} peak on ${name} at ${peak.hour}:00, with ${exactFigure(metric, peak.value)}.`
  }
  return 'Nothing in this period.'
}
