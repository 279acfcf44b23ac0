import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import { fileHeader, labelWithUnit } from '@half-measure/shared/stats/definitions.ts'
import type { StatsResult, Figures } from '@half-measure/shared/stats/engine/stats-result.ts'
import { DIMENSIONS, PAGE_DIMENSIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { csv } from '@half-measure/shared/csv.ts'

/** Spreadsheets take a file without it for one in their own, older encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * The rows of a result as a table that says what its figures count; what has nothing to divide by, or was not counted, is
 * empty.
 *
 * @param articles give pages their titles.
 */
export function resultCsv(
  { metrics, dimension, interval, compare }: StatsQuery,
  result: StatsResult,
  articles: readonly Pick<ListedArticle, 'path' | 'title'>[],
): string {
  const figures = metrics.map((metric) => METRICS[metric])
  const isTitled = dimension !== undefined && PAGE_DIMENSIONS.has(dimension)
  const header = [
    dimension ? DIMENSIONS[dimension] : `Start of ${interval ?? 'range'}`,
    ...(isTitled ? ['Title'] : []),
    ...(interval ? ['Counted'] : []),
    ...figures.map(fileHeader),
    ...(compare && interval ? ['Compared with'] : []),
    ...(compare ? figures.map((figure) => `${labelWithUnit(figure)}, compared`) : []),
  ]
  const table = result.rows.map(({ key, figures, compared, compared_key }) => [
    key,
    ...(isTitled ? [articles.find(({ path }) => path === key)?.title ?? ''] : []),
    ...(interval ? [countedWords(key, result)] : []),
    ...cells(metrics, figures),
    ...(compare && interval ? [compared_key ?? ''] : []),
    ...(compare ? cells(metrics, compared) : []),
  ])
  return BYTE_ORDER_MARK + csv(header, table)
}

/** Whether a bucket of time has figures. */
function countedWords(key: string, { incomplete_from, counted_since, provenance }: StatsResult): string {
  if (key === incomplete_from) return 'so far'
  const start = Date.parse(key)
  if (start > Date.parse(incomplete_from ?? provenance.as_of)) return 'not yet'
  return counted_since !== null && start < Date.parse(counted_since) ? `since ${counted_since}` : 'in full'
}

function cells(metrics: readonly Metric[], figures: Figures | undefined): string[] {
  return metrics.map((metric) => String(figures?.[metric] ?? ''))
}

/** `page-2026-11-01-2026-11-07.csv`: the first and the last day of the range, in its zone. */
export function csvName({ dimension, interval, range }: StatsQuery): string {
  const dayAt = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(range.tz).toPlainDate().toString()
  return `${dimension ?? interval}-${dayAt(Date.parse(range.from))}-${dayAt(Date.parse(range.to) - 1)}.csv`
}
