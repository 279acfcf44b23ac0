import { HISTORY_PROVIDERS, type ImportedHistory } from '@half-measure/shared/stats/imported-history.ts'
import { countOf, formatCount } from '@half-measure/shared/format-figures.ts'
import { LineChart } from '../charts/LineChart.tsx'
import { LegendItem } from '../charts/SeriesFigure.tsx'
import { capitalised } from '../charts/series.ts'
import { bucketLabel, longBucketLabel } from '../format/time.ts'
import { type Column, figureColumn, Table } from '../ui/Table.tsx'
import { type BucketedPoint, bucketed, type ImportedPoint } from './imported-points.ts'

/** A provider's days as a chart and a table, which look different from those of our own figures. */
export function ImportedSeries({ provider, points }: ImportedHistory['series'][number]) {
  const { label, visits } = HISTORY_PROVIDERS[provider]
  const { interval, buckets } = bucketed(points)
  const startOf = ({ day }: ImportedPoint) => new Date(`${day}T12:00:00Z`)
  const titleOf = (point: BucketedPoint) =>
    capitalised(longBucketLabel(startOf(point), interval)) + (point.isPart ? ', in part' : '')
  const wordsOf = ({ page_views, visits: count }: ImportedPoint) =>
    [
      page_views !== null && countOf(page_views, 'page view'),
      count !== null && `${formatCount(count)} ${visits}`,
    ]
      .filter((words) => words !== false)
      .join(', ') || 'nothing imported'
  const columns: Column<BucketedPoint>[] = [
    { header: capitalised(interval), value: ({ day }) => day, render: titleOf },
    figureColumn(
      { label: 'Page views', definition: `As ${label} counts them.` },
      ({ page_views }) => page_views,
      formatCount,
    ),
    figureColumn(
      { label: capitalised(visits), definition: `As ${label} counts them.` },
      ({ visits }) => visits,
      formatCount,
    ),
  ]
  const drawn = {
    'line-imported': buckets.map(({ page_views }) => page_views),
    'line-imported-visits': buckets.map(({ visits }) => visits),
  }
  return (
    <figure>
      <div className="chart-box">
        <LineChart
          label={`Imported from ${label}`}
          labels={buckets.map((point) => bucketLabel(startOf(point), interval))}
          values={buckets.map(({ page_views, visits }) => page_views ?? visits)}
          lines={Object.entries(drawn).map(([className, values]) => ({ className, values }))}
          wholeNumbers
          formatTick={formatCount}
          describe={(index) =>
            buckets[index] ? `${titleOf(buckets[index])}: ${wordsOf(buckets[index])}` : ''
          }
          renderTip={(index) =>
            buckets[index] && (
              <>
                <p>{titleOf(buckets[index])}</p>
                <p>{wordsOf(buckets[index])}</p>
              </>
            )
          }
        />
      </div>
      <ul className="legend row note">
        <LegendItem line="line-imported">Page views</LegendItem>
        <LegendItem line="line-imported-visits">{capitalised(visits)}</LegendItem>
      </ul>
      <details>
        <summary>View as table</summary>
        <Table
          caption={`Imported from ${label}`}
          columns={columns}
          rows={buckets}
          keyOf={({ day }) => day}
          layout="narrow"
          file={`imported-${provider}-by-${interval}-${points[0]?.day}-${points.at(-1)?.day}`}
        />
      </details>
    </figure>
  )
}
