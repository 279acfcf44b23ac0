import type { Coverage } from '@half-measure/shared/stats/coverage.ts'
import type { FigureDefinition } from '@half-measure/shared/stats/definitions.ts'
import type { Bucket } from '@half-measure/shared/stats/engine/stats-query.ts'
import { formatCount, formatShare } from '@half-measure/shared/format-figures.ts'
import { ChartFigure } from '../../charts/ChartFigure.tsx'
import { leftOutText, MIN_FOR_EXTREMES } from '../../charts/extremes.ts'
import { bucketInFile, endOfBucket } from '../../charts/interval.ts'
import { capitalised, countedNote, countedOf, partialLines } from '../../charts/series.ts'
import { bucketLabel, longBucketLabel } from '../../format/time.ts'
import { fileName, type Period } from '../../time/period.ts'
import { type Column, figureColumn } from '../../ui/Table.tsx'
import { useNow } from '../../ui/use-now.ts'

export type Point = Coverage['series'][number]

interface Figure<Value> {
  of: FigureDefinition
  value: (point: Point) => Value
}

interface ShareSeriesProps extends Pick<Coverage, 'counted_since'> {
  title: string
  points: readonly Point[]
  interval: Bucket
  period: Period
  /** In percent; null where there is nothing to divide by. */
  share: Figure<number | null>
  whole: Figure<number>
  /** More columns of the table. */
  parts?: readonly Figure<number>[]
  /** Name of a CSV file. */
  file: string
}

/** A share over time as a chart and a table. */
export function ShareSeries(props: ShareSeriesProps) {
  const { title, counted_since, interval, period, share, whole, parts = [], file } = props
  const now = useNow()
  const points = props.points.filter(({ start }) => new Date(start) <= now)
  const running = points.find(({ start }) => endOfBucket(new Date(start), interval) > now)
  const coverage = { incomplete_from: running?.start ?? null, counted_since }
  const countedIn = ({ start }: Point) => countedOf(new Date(start), interval, period.bounds(now), coverage)
  const values = points.map(share.value)
  const lines = partialLines(values, points.map(countedIn))
  const titleOf = (point: Point) =>
    capitalised(longBucketLabel(new Date(point.start), interval)) + countedNote(countedIn(point))
  const wordsOf = (point: Point) => {
    const [value, all] = [
      share.value(point),
      `${formatCount(whole.value(point))} ${whole.of.label.toLowerCase()}`,
    ]
    return value === null ? `no ${whole.of.label.toLowerCase()}` : `${formatShare(value)} of ${all}`
  }
  const columns: Column<Point>[] = [
    {
      header: 'Time',
      render: titleOf,
      saved: [
        { header: `Start of ${interval}`, value: ({ start }) => bucketInFile(new Date(start), interval) },
        { header: 'Counted', value: countedIn },
      ],
    },
    ...[whole, ...parts].map(({ of, value }) => figureColumn(of, value, formatCount)),
    figureColumn(share.of, share.value, formatShare),
  ]
  return (
    <ChartFigure
      label={title}
      points={points}
      labels={points.map(({ start }) => bucketLabel(new Date(start), interval))}
      values={values}
      lines={[
        { className: 'line-partial', values: lines.partial },
        { className: 'line-whole', values: lines.whole },
      ]}
      formatTick={(value) => `${value}%`}
      describe={(point) => `${titleOf(point)}: ${wordsOf(point)}`}
      renderTip={(point) => (
        <>
          <p>{titleOf(point)}</p>
          <p>{wordsOf(point)}</p>
        </>
      )}
      caption={rangeText(
        share.of.label,
        whole.of.label,
        interval,
        points.map((point) => ({ share: share.value(point), whole: whole.value(point) })),
      )}
      table={{ columns, keyOf: ({ start }) => start, file: fileName(`${file}-by-${interval}`, period) }}
    />
  )
}

/**
 * The lowest and the highest share.
 *
 * @param label of the share.
 * @param ofLabel of the whole.
 */
export function rangeText(
  label: string,
  ofLabel: string,
  interval: Bucket,
  points: readonly { share: number | null; whole: number }[],
): string {
  const counted = points.flatMap(({ share, whole }) => (share === null ? [] : { share, whole }))
  if (counted.length === 0) return 'Nothing counted.'
  const enough = counted.filter(({ whole }) => whole >= MIN_FOR_EXTREMES)
  const of = ofLabel.toLowerCase()
  if (enough.length === 0) return `${label}: every ${interval} has fewer than ${MIN_FOR_EXTREMES} ${of}.`
  const shares = enough.map(({ share }) => share)
  const leftOut = enough.length < counted.length ? leftOutText(interval, of) : ''
  return `${label}: between ${formatShare(Math.min(...shares))} and ${formatShare(Math.max(...shares))}${leftOut}.`
}
