import { HISTORY_PROVIDERS, type ImportedHistory } from '@half-measure/shared/stats/imported-history.ts'
import { countOf, formatCount } from '@half-measure/shared/format-figures.ts'
import { ChartFigure, LegendItem } from '../charts/ChartFigure.tsx'
import { capitalised } from '../charts/series.ts'
import { bucketLabel, longBucketLabel } from '../format/time.ts'
import { type Column, figureColumn, noted } from '../ui/Table.tsx'
import {
  type BucketedPoint,
  bucketed,
  type Figure,
  FIGURES,
  type ImportedPoint,
  partOf,
} from './imported-points.ts'

/** A provider's days as a chart and a table, which look different from those of our own figures. */
export function ImportedSeries({ provider, points }: ImportedHistory['series'][number]) {
  const { label, visits } = HISTORY_PROVIDERS[provider]
  const { interval, buckets } = bucketed(points)
  const startOf = ({ day }: ImportedPoint) => new Date(`${day}T12:00:00Z`)
  const titleOf = (point: BucketedPoint) =>
    capitalised(longBucketLabel(startOf(point), interval)) + (point.isPart ? ', in part' : '')
  const wordsOf = (point: BucketedPoint) =>
    FIGURES.flatMap((figure) => {
      const count = point[figure]
      if (count === null) return []
      const words = figure === 'visits' ? `${formatCount(count)} ${visits}` : countOf(count, 'page view')
      const part = partOf(point, figure)
      return part === null ? words : `${words} on ${part}`
    }).join(', ') || 'nothing imported'
  const columnOf = (figure: Figure, name: string): Column<BucketedPoint> => {
    const defined = { label: capitalised(name), definition: `As ${label} counts them.` }
    const column = figureColumn<BucketedPoint>(
      defined,
      (point) => point[figure],
      (count, point) => noted(formatCount(count), partOf(point, figure)),
    )
    if (interval === 'day') return column
    const days = { header: `Days with ${name}`, value: (point: BucketedPoint) => point.days[figure] }
    return { ...column, saved: [column, days] }
  }
  const columns = [
    { header: capitalised(interval), value: ({ day }: BucketedPoint) => day, render: titleOf },
    columnOf('page_views', 'page views'),
    columnOf('visits', visits),
  ]
  return (
    <ChartFigure
      label={`Imported from ${label}`}
      points={buckets}
      labels={buckets.map((point) => bucketLabel(startOf(point), interval))}
      values={buckets.map(({ page_views, visits }) => page_views ?? visits)}
      lines={[
        { className: 'line-imported', values: buckets.map(({ page_views }) => page_views) },
        { className: 'line-imported-visits', values: buckets.map(({ visits }) => visits) },
      ]}
      wholeNumbers
      formatTick={formatCount}
      describe={(point) => `${titleOf(point)}: ${wordsOf(point)}`}
      renderTip={(point) => (
        <>
          <p>{titleOf(point)}</p>
          <p>{wordsOf(point)}</p>
        </>
      )}
      legend={
        <>
          <LegendItem line="line-imported">Page views</LegendItem>
          <LegendItem line="line-imported-visits">{capitalised(visits)}</LegendItem>
        </>
      }
      table={{
        columns,
        keyOf: ({ day }) => day,
        file: `imported-${provider}-by-${interval}-${points[0]?.day}-${points.at(-1)?.day}`,
      }}
    />
  )
}
