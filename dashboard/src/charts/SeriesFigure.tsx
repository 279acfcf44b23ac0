import type { Annotations } from '@half-measure/shared/workspace/annotation.ts'
import { NO_FIGURE } from '@half-measure/shared/format-figures.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { comparedHeader } from '@half-measure/shared/stats/definitions.ts'
import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Bucket } from '@half-measure/shared/stats/engine/stats-query.ts'
import { daysInFile } from '@half-measure/shared/stats/times-in-file.ts'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { dayAt } from '../time/day.ts'
import { type Bounds, type Days, fileName, type Period } from '../time/period.ts'
import { shortFigure } from '../format/metric.ts'
import { DeltaMark } from '../ui/DeltaMark.tsx'
import { type Column, figureColumn } from '../ui/Table.tsx'
import { useNow } from '../ui/use-now.ts'
import { ChartFigure, LegendItem } from './ChartFigure.tsx'
import { eventsByPoint } from './events-by-point.ts'
import { bucketInFile, daysOfBucket } from './interval.ts'
import {
  capitalised,
  countedNote,
  daysText,
  describePoint,
  isPartial,
  prepareSeries,
  type SeriesPoint,
} from './series.ts'

interface SeriesFigureProps {
  data: StatsResult
  period: Period
  interval: Bucket
  metric: Metric
  /** Marked on the axis. */
  annotations?: Annotations | undefined
  /** The address of the same view of fewer days. */
  zoomHref: (days: Days) => string
}

const NO_ANNOTATIONS: Annotations = { notes: [], published: [] }

/** A figure over time, as a chart, a sentence and a table. */
export function SeriesFigure(props: SeriesFigureProps) {
  const { data, period, interval, metric, annotations = NO_ANNOTATIONS, zoomHref } = props
  const { days } = period
  const navigate = useNavigate()
  const { from, to } = period.bounds(useNow())
  const { points, before, sentence } = useMemo(
    () => prepareSeries(data, metric, interval, { from, to }),
    [data, metric, interval, from, to],
  )
  const events = useMemo(
    () =>
      eventsByPoint(
        annotations,
        points.map(({ start }) => start),
      ),
    [annotations, points],
  )
  const zoom = (point: SeriesPoint | undefined) => {
    const within = point && daysOfBucket(dayAt(point.start, publication.timeZone), interval, days)
    const isAll = within && within.from === days.from && within.to === days.to
    return within && !isAll ? zoomHref(within) : null
  }
  const isIncomplete = points.some(({ counted }) => isPartial(counted))
  return (
    <ChartFigure
      label={`${METRICS[metric].label} over time`}
      points={points}
      labels={points.map(({ label }) => label)}
      values={points.map(({ value }) => value)}
      lines={[
        { className: 'line-compared', values: points.map(({ compared }) => compared) },
        { className: 'line-partial', values: points.map(({ partial }) => partial) },
        { className: 'line-whole', values: points.map(({ whole }) => whole) },
      ]}
      marked={[...events.keys()]}
      wholeNumbers={METRICS[metric].unit === 'count'}
      formatTick={(value) => shortFigure(metric, value)}
      describe={(point, index) => describePoint(point, events.get(index) ?? [])}
      renderTip={(point, index) => <Tip point={point} events={events.get(index) ?? []} />}
      opening={
        interval === 'hour'
          ? undefined
          : {
              label: `Show this ${interval}`,
              of: (index) => {
                const to = zoom(points[index])
                return to === null || to === undefined ? null : () => void navigate(to)
              },
            }
      }
      legend={
        <>
          <LegendItem line="line-whole">{daysText({ from, to })}</LegendItem>
          {before !== null && <LegendItem line="line-compared">{before}</LegendItem>}
          {isIncomplete && <LegendItem line="line-partial">incomplete</LegendItem>}
          {events.size > 0 && (
            <li>
              <svg viewBox="0 0 8 8" aria-hidden="true">
                <circle className="plot-mark" cx="4" cy="4" r="4" />
              </svg>
              an article or a note
            </li>
          )}
        </>
      }
      caption={sentence}
      table={{
        columns: columnsOf(metric, interval, data.compared_range, zoom),
        keyOf: ({ start }) => start.toISOString(),
        file: fileName(`${metric}-by-${interval}`, period),
      }}
    />
  )
}

function Tip({ point, events }: { point: SeriesPoint; events: readonly string[] }) {
  return (
    <>
      <p>
        {capitalised(point.title)}
        {countedNote(point.counted)}
      </p>
      <p>
        <strong>{point.figure}</strong> {point.comparedTitle !== null && <DeltaMark delta={point.delta} />}
      </p>
      {point.comparedTitle !== null && (
        <p className="note">
          {point.comparedFigure} {point.comparedTitle}
        </p>
      )}
      {events.map((text) => (
        <p key={text} className="plot-event">
          {text}
        </p>
      ))}
    </>
  )
}

/** @param range compared with. */
export function columnsOf(
  metric: Metric,
  interval: Bucket,
  range: Bounds | null,
  zoom: (point: SeriesPoint) => string | null | undefined,
): Column<SeriesPoint>[] {
  const figure = METRICS[metric]
  const comparedColumns = (days: string): Column<SeriesPoint>[] => [
    {
      header: 'Compared with',
      isNumeric: true,
      render: ({ compared, comparedFigure }) => (compared === null ? NO_FIGURE : comparedFigure),
      saved: [
        {
          header: 'Compared with',
          value: ({ comparedStart }) => comparedStart && bucketInFile(comparedStart, interval),
        },
        { header: comparedHeader(figure, days), value: ({ compared }) => compared },
      ],
    },
    { header: 'Change', isNumeric: true, render: ({ delta }) => <DeltaMark delta={delta} /> },
  ]
  return [
    {
      header: 'Time',
      value: ({ start }) => start.toISOString(),
      render: (point) => {
        const to = zoom(point)
        const title = capitalised(point.title)
        return (
          <>
            {to ? <Link to={to}>{title}</Link> : title}
            {countedNote(point.counted)}
          </>
        )
      },
      saved: [
        { header: `Start of ${interval}`, value: ({ start }) => bucketInFile(start, interval) },
        { header: 'Counted', value: ({ counted }) => counted },
      ],
    },
    figureColumn(
      figure,
      ({ value }) => value,
      (_, { figure }) => figure,
    ),
    ...(range ? comparedColumns(daysInFile(range, publication.timeZone)) : []),
  ]
}
