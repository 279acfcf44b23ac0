import type { ExperimentGoal } from '@half-measure/shared/stats/experiments-plan.ts'
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts'
import { bareDifference } from '../format/measured.ts'
import { ChartReader } from './ChartReader.tsx'
import type { LookPoint } from './prepare-looks.ts'

interface LooksChartProps {
  variant: string
  control: string
  goal: ExperimentGoal
  points: LookPoint[]
}

const still = { isAnimationActive: false, type: 'linear', activeDot: false } as const

/** How the interval of a difference has narrowed, day by day; the line at nothing is what it has to leave. */
export function LooksChart({ variant, control, goal, points }: LooksChartProps) {
  const linesAt = (index: number) => {
    const point = points[index]
    return point ? [point.label, point.differenceWords, point.rangeWords] : []
  }
  return (
    <ChartReader
      label={`${variant} against ${control}, day by day`}
      count={points.length}
      placing="points"
      words={(index) => {
        const [day, difference, range] = linesAt(index)
        return `${day}: ${difference}, may be ${range}.`
      }}
      tip={(index) => linesAt(index).map((line) => <p key={line}>{line}</p>)}
    >
      {(reading) => {
        const read = reading === null ? undefined : points[reading]
        return (
          <ResponsiveContainer width="100%" height="100%">
            <ComposedChart
              data={points}
              margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
              accessibilityLayer={false}
            >
              <CartesianGrid vertical={false} />
              <XAxis
                dataKey="day"
                tickFormatter={(day: string) => points.find((point) => point.day === day)?.label ?? ''}
                tickLine={false}
                axisLine={false}
                minTickGap={24}
              />
              <YAxis
                width="auto"
                tickLine={false}
                axisLine={false}
                tickFormatter={(value: number) => bareDifference(goal, value)}
              />
              <ReferenceLine y={0} className="looks-nothing" />
              {read && <ReferenceLine x={read.day} className="chart-cursor" />}
              <Area {...still} dataKey="interval" className="looks-interval" />
              <Line {...still} dataKey="difference" className="looks-line" dot={points.length === 1} />
              {read && <ReferenceDot x={read.day} y={read.difference} r={5} className="series-read" />}
            </ComposedChart>
          </ResponsiveContainer>
        )
      }}
    </ChartReader>
  )
}
