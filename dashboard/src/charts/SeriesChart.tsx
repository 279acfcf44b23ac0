import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts'
import { shortFigure } from '../format/figure.ts'
import { ChartReader, type Opening } from './ChartReader.tsx'
import type { Mark } from './prepare-marks.ts'
import type { SeriesPoint } from './prepare-series.ts'
import { SeriesTip } from './SeriesTip.tsx'
import { seriesWords } from './series-words.ts'

interface SeriesChartProps {
  points: SeriesPoint[]
  marks: Mark[]
  metric: Metric
  /** The way into a bucket; undefined where none has one. */
  opening: Opening | undefined
}

const keyOf = ({ start }: SeriesPoint) => start.toISOString()

const still = { isAnimationActive: false, type: 'linear', activeDot: false } as const

/** A figure over time: what is compared with in a lighter line behind, what is not over yet dashed. */
export function SeriesChart({ points, marks, metric, opening }: SeriesChartProps) {
  const pointOf = new Map(points.map((point) => [keyOf(point), point]))
  const happenedAt = new Map(marks.map(({ index, texts }) => [index, texts]))
  const hasDots = points.length === 1
  /** Of a bucket that there is. */
  const about = <Drawn,>(index: number, draw: (point: SeriesPoint, happened: string[]) => Drawn) => {
    const point = points[index]
    return point && draw(point, happenedAt.get(index) ?? [])
  }

  return (
    <ChartReader
      label={`${METRICS[metric].label} over time`}
      count={points.length}
      placing="points"
      words={(index) => about(index, seriesWords) ?? ''}
      tip={(index) => about(index, (point, happened) => <SeriesTip point={point} happened={happened} />)}
      opening={opening}
    >
      {(reading) => (
        <ResponsiveContainer width="100%" height="100%">
          <LineChart
            data={points}
            margin={{ top: 12, right: 8, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} />
            <XAxis
              dataKey={keyOf}
              tickFormatter={(key: string) => pointOf.get(key)?.label ?? ''}
              tickLine={false}
              axisLine={false}
              interval="preserveStartEnd"
              minTickGap={24}
            />
            <YAxis
              width="auto"
              tickLine={false}
              axisLine={false}
              allowDecimals={METRICS[metric].unit !== 'count'}
              tickFormatter={(value: number) => shortFigure(metric, value)}
              domain={[0, 'auto']}
            />
            {marks.map(({ index }) =>
              about(index, (point) => (
                <ReferenceDot key={index} x={keyOf(point)} y={0} r={4} className="series-mark" />
              )),
            )}
            {reading !== null &&
              about(reading, (point) => <ReferenceLine x={keyOf(point)} className="chart-cursor" />)}
            <Line {...still} dataKey="compared" className="series-compared" dot={false} />
            <Line {...still} dataKey="whole" className="series-line" dot={hasDots} />
            <Line {...still} dataKey="partial" className="series-line series-partial" dot={hasDots} />
            {reading !== null &&
              about(
                reading,
                (point) =>
                  point.value !== null && (
                    <ReferenceDot x={keyOf(point)} y={point.value} r={5} className="series-read" />
                  ),
              )}
          </LineChart>
        </ResponsiveContainer>
      )}
    </ChartReader>
  )
}
