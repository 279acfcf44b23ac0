import type { Answer, Figures } from '@half-measure/shared/stats/engine/answer.ts'
import { DIMENSIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import { METRICS, type Metric, type MetricFacts } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Question } from '@half-measure/shared/stats/engine/question.ts'
import { csv } from '@half-measure/shared/csv.ts'

/** Spreadsheets take a file without it for one in their own, older encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

const UNITS: Record<MetricFacts['unit'], string> = {
  count: '',
  percent: ' (%)',
  seconds: ' (s)',
  ratio: '',
  gbp: ' (GBP)',
}

/** The rows of an answer as a table; what has nothing to divide by is empty. */
export function answerCsv({ metrics, dimension, interval, compare }: Question, { rows }: Answer): string {
  const labels = metrics.map((metric) => METRICS[metric].label + UNITS[METRICS[metric].unit])
  const header = [
    dimension ? DIMENSIONS[dimension] : `Start of ${interval ?? 'range'}`,
    ...labels,
    ...(compare && interval ? ['Compared with'] : []),
    ...(compare ? labels.map((label) => `${label}, compared`) : []),
  ]
  const table = rows.map(({ key, figures, compared, compared_key }) => [
    key,
    ...cells(metrics, figures),
    ...(compare && interval ? [compared_key ?? ''] : []),
    ...(compare ? cells(metrics, compared) : []),
  ])
  return BYTE_ORDER_MARK + csv(header, table)
}

function cells(metrics: readonly Metric[], figures: Figures | undefined): string[] {
  return metrics.map((metric) => String(figures?.[metric] ?? ''))
}

/** `page-2026-11-01-2026-11-07.csv`: the first and the last day of the range, in its zone. */
export function csvName({ dimension, interval, range }: Question): string {
  const dayAt = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(range.tz).toPlainDate().toString()
  return `${dimension ?? interval}-${dayAt(Date.parse(range.from))}-${dayAt(Date.parse(range.to) - 1)}.csv`
}
