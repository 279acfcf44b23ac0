import type { PageTitles } from '@half-measure/shared/stats/articles.ts'
import { countedOf } from '@half-measure/shared/stats/counted-bucket.ts'
import { comparedHeader, fileHeader } from '@half-measure/shared/stats/definitions.ts'
import type { StatsResult, Figures } from '@half-measure/shared/stats/engine/stats-result.ts'
import {
  type Dimension,
  DIMENSION_DEFINITIONS,
  DIMENSIONS,
  PAGE_DIMENSIONS,
} from '@half-measure/shared/stats/engine/dimensions.ts'
import { valueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Bucket, StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { dayInFile, daysInFile, startInFile } from '@half-measure/shared/stats/times-in-file.ts'
import { csvLine } from '@half-measure/shared/csv.ts'
import { bucketEnd } from './engine/buckets.ts'

/** Without a byte order mark, spreadsheets assume their own, older encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * The rows of a result as a table whose header defines the figures. Figures without a divisor, or not counted, are
 * empty.
 *
 * @param titles of pages.
 * @returns its lines.
 */
export function* resultCsvLines(
  { metrics, dimension, interval, range }: StatsQuery,
  result: StatsResult,
  titles: PageTitles,
): Generator<string> {
  const figures = metrics.map((metric) => METRICS[metric])
  const isTitled = dimension !== undefined && PAGE_DIMENSIONS.has(dimension)
  const { compared_range } = result
  const days = compared_range ? daysInFile(compared_range, range.tz) : ''
  const header = [
    dimension ? dimensionHeader(dimension) : `Start of ${interval ?? 'range'}`,
    ...(isTitled ? ['Title'] : []),
    ...(interval ? ['Counted'] : []),
    ...figures.map(fileHeader),
    ...(compared_range && interval ? ['Compared with'] : []),
    ...(compared_range ? figures.map((figure) => comparedHeader(figure, days)) : []),
  ]
  yield BYTE_ORDER_MARK + csvLine(header)
  const titleOf = new Map(isTitled ? titles.map(({ path, title }) => [path, title]) : [])
  for (const { key, figures, compared, compared_key } of result.rows)
    yield csvLine([
      interval
        ? startInFile(new Date(key), interval, range.tz)
        : key || (dimension ? valueLabel(dimension, '') : ''),
      ...(isTitled ? [titleOf.get(key) ?? ''] : []),
      ...(interval ? [countedOf(bucketOf(key, interval, range.tz), range, result)] : []),
      ...cells(metrics, figures),
      ...(compared_range && interval
        ? [compared_key ? startInFile(new Date(compared_key), interval, range.tz) : '']
        : []),
      ...(compared_range ? cells(metrics, compared) : []),
    ])
}

function dimensionHeader(dimension: Dimension): string {
  const [label, definition] = [DIMENSIONS[dimension], DIMENSION_DEFINITIONS[dimension]]
  return definition === undefined ? label : fileHeader({ label, definition })
}

function bucketOf(key: string, interval: Bucket, tz: string): { start: number; end: number } {
  const start = Date.parse(key)
  return { start, end: bucketEnd(start, interval, tz) }
}

function cells(metrics: readonly Metric[], figures: Figures | undefined): (string | number)[] {
  return metrics.map((metric) => figures?.[metric] ?? '')
}

/** `page-2026-11-01-2026-11-07.csv` */
export function csvName({ dimension, interval, range }: StatsQuery): string {
  const days = [Date.parse(range.from), Date.parse(range.to) - 1].map((ms) =>
    dayInFile(new Date(ms), range.tz),
  )
  return `${dimension ?? interval}-${days.join('-')}.csv`
}
