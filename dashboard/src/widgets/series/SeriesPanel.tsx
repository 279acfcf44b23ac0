import type { Annotations } from '@half-measure/shared/desk/note.ts'
import type { Answer as EngineAnswer } from '@half-measure/shared/stats/engine/answer.ts'
import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Bucket } from '@half-measure/shared/stats/engine/question.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { lazy, Suspense, useMemo, type ReactNode } from 'react'
import { useAnswer, type Asked } from '../../api/use-answer.ts'
import { prepareMarks } from '../../charts/prepare-marks.ts'
import { SeriesLegend } from '../../charts/SeriesLegend.tsx'
import { prepareSeries, type SeriesPoint } from '../../charts/prepare-series.ts'
import { dayAt, type Day } from '../../filters/day.ts'
import { daysOfBucket, possibleIntervals } from '../../filters/interval.ts'
import type { Period } from '../../filters/period.ts'
import { longRangeLabel } from '../../format/range-label.ts'
import { Figures } from '../../ui/Figures.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { IntervalSelect } from './IntervalSelect.tsx'
import { SeriesTable } from './SeriesTable.tsx'

// The charting library weighs more than the rest of the page; the figures do not wait for it.
const SeriesChart = lazy(async () => ({
  default: (await import('../../charts/SeriesChart.tsx')).SeriesChart,
}))

interface Days {
  from: Day
  to: Day
}

export interface SeriesPanelProps {
  /** Every figure, by interval; of these one is drawn. */
  asked: Asked
  period: Period
  days: Days
  interval: Bucket
  metric: Metric
  onInterval: (interval: Bucket) => void
  /** The address of the same view of fewer days. */
  zoomTo: (days: Days) => string
  onZoom: (days: Days) => void
  /** What happened meanwhile; it is marked on the axis. */
  happened?: Annotations
  children?: ReactNode
}

const NOTHING: Annotations = { notes: [], published: [] }

/** A figure over time, as a chart, a sentence and a table. */
export function SeriesPanel(props: SeriesPanelProps) {
  const { asked, period, days, interval, metric, onInterval, happened = NOTHING, children } = props
  const answer = useAnswer(asked, period)
  return (
    <Panel
      title={METRICS[metric].label}
      tools={<IntervalSelect options={possibleIntervals(days)} selected={interval} onSelect={onInterval} />}
    >
      <div className="series">
        <Figures answer={answer} skeleton={<div className="chart-box chart-wait" />}>
          {(data) => <Drawing {...props} data={data} happened={happened} />}
        </Figures>
      </div>
      {children}
    </Panel>
  )
}

interface DrawingProps extends SeriesPanelProps {
  data: EngineAnswer
  happened: Annotations
}

function Drawing({ data, happened, days, interval, metric, zoomTo, onZoom }: DrawingProps) {
  const { points, before, sentence } = useMemo(
    () => prepareSeries(data, metric, interval),
    [data, metric, interval],
  )
  const marks = useMemo(
    () =>
      prepareMarks(
        happened,
        points.map(({ start }) => start),
      ),
    [happened, points],
  )
  const daysOf = ({ start }: SeriesPoint) => {
    const covered = daysOfBucket(dayAt(start, publication.timeZone), interval, days)
    const isAll = covered !== null && covered.from === days.from && covered.to === days.to
    return isAll ? null : covered
  }
  return (
    <figure className="chart">
      <div className="chart-box">
        <Suspense fallback={<div className="chart-wait" />}>
          <SeriesChart
            points={points}
            marks={marks}
            metric={metric}
            opening={
              interval === 'hour'
                ? undefined
                : {
                    words: `Show this ${interval}`,
                    of: (index) => {
                      const point = points[index]
                      const covered = point ? daysOf(point) : null
                      return covered && (() => onZoom(covered))
                    },
                  }
            }
          />
        </Suspense>
      </div>
      <SeriesLegend
        shown={longRangeLabel(days.from, days.to)}
        before={before}
        isIncomplete={points.some(({ incomplete }) => incomplete)}
        hasMarks={marks.length > 0}
      />
      <figcaption>{sentence}</figcaption>
      <details>
        <summary className="link-button">View as table</summary>
        <SeriesTable
          points={points}
          metric={metric}
          linkOf={(point) => {
            const covered = daysOf(point)
            return covered && zoomTo(covered)
          }}
        />
      </details>
    </figure>
  )
}
