import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceDot,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type MouseHandlerDataParam,
} from 'recharts'
import { shortFigure } from '../format/figure.ts'
import type { Mark } from './prepare-marks.ts'
import type { SeriesPoint } from './prepare-series.ts'
import { SeriesTip, type DrawnPoint } from './SeriesTip.tsx'

interface SeriesChartProps {
  points: SeriesPoint[]
  marks: Mark[]
  metric: Metric
  /** A press on a bucket; null where it leads nowhere. */
  onBucket: ((point: SeriesPoint) => void) | null
}

const still = { isAnimationActive: false, type: 'linear' } as const

/** A figure over time: what is compared with in a lighter line behind, what is not over yet dashed. */
export function SeriesChart({ points, marks, metric, onBucket }: SeriesChartProps) {
  const pointAt = ({ activeTooltipIndex }: MouseHandlerDataParam) =>
    points[Number(activeTooltipIndex ?? Number.NaN)] ?? null
  const keyOf = ({ start }: SeriesPoint) => start.toISOString()
  const pointOf = new Map(points.map((point) => [keyOf(point), point]))
  const happenedAt = new Map(marks.map(({ index, texts }) => [index, texts]))
  const drawn = points.map((point, index): DrawnPoint => ({
    ...point,
    happened: happenedAt.get(index) ?? [],
  }))
  const hasDots = points.length === 1

  return (
    <div className="series-frame" data-zooms={onBucket !== null}>
      <ResponsiveContainer width="100%" height="100%">
        <LineChart
          data={drawn}
          margin={{ top: 12, right: 8, bottom: 0, left: 0 }}
          title={`${METRICS[metric].label} over time`}
          onClick={(state) => {
            const point = pointAt(state)
            if (point) onBucket?.(point)
          }}
        >
          <CartesianGrid vertical={false} />
          <XAxis
            dataKey={keyOf}
            tickFormatter={(key: string) => pointOf.get(key)?.label ?? ''}
            tickLine={false}
            axisLine={false}
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
          {marks.map(({ index }) => {
            const point = points[index]
            return point && <ReferenceDot key={index} x={keyOf(point)} y={0} r={4} className="series-mark" />
          })}
          <Tooltip content={SeriesTip} cursor={{ className: 'series-cursor' }} isAnimationActive={false} />
          <Line {...still} dataKey="compared" className="series-compared" dot={false} activeDot={false} />
          <Line {...still} dataKey="whole" className="series-line" dot={hasDots} />
          <Line {...still} dataKey="partial" className="series-line series-partial" dot={hasDots} />
        </LineChart>
      </ResponsiveContainer>
    </div>
  )
}
