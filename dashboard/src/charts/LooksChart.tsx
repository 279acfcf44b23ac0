import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from 'recharts'
import type { ExperimentGoal } from '@half-measure/shared/stats/experiments-plan.ts'
import { differenceWords } from '../format/measured.ts'
import type { LookPoint } from './prepare-looks.ts'

interface LooksChartProps {
  variant: string
  control: string
  goal: ExperimentGoal
  points: LookPoint[]
}

const still = { isAnimationActive: false, type: 'linear' } as const

/** How the interval of a difference has narrowed, day by day; the line at nothing is what it has to leave. */
export function LooksChart({ variant, control, goal, points }: LooksChartProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={points}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        title={`${variant} against ${control}, day by day`}
      >
        <CartesianGrid vertical={false} />
        <XAxis dataKey="label" tickLine={false} axisLine={false} minTickGap={24} />
        <YAxis
          width="auto"
          tickLine={false}
          axisLine={false}
          tickFormatter={(value: number) => differenceWords(goal, value)}
        />
        <ReferenceLine y={0} className="looks-nothing" />
        <Tooltip content={LooksTip} cursor={{ className: 'series-cursor' }} isAnimationActive={false} />
        <Area {...still} dataKey="interval" className="looks-interval" activeDot={false} />
        <Line {...still} dataKey="difference" className="looks-line" dot={points.length === 1} />
      </ComposedChart>
    </ResponsiveContainer>
  )
}

function LooksTip({ active, payload }: TooltipContentProps) {
  const point: LookPoint | undefined = payload[0]?.payload
  if (!active || !point) return null
  return (
    <div className="chart-tip">
      <p>{point.label}</p>
      <p>
        <strong>{point.differenceWords}</strong>
      </p>
      <p>{point.rangeWords}</p>
    </div>
  )
}
