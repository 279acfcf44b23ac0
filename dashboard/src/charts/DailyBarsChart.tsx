import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from 'recharts'
import { countOf, formatCount } from '../format/number.ts'
import { formatLongDay } from '../format/time.ts'
import type { DailyBar } from './prepare-daily-bars.ts'

interface DailyBarsChartProps {
  bars: DailyBar[]
}

/** Page views by day; a day that is not complete is drawn as an outline. */
export function DailyBarsChart({ bars }: DailyBarsChartProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={bars}
        margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
        barCategoryGap="24%"
        title="Page views by day"
      >
        <CartesianGrid vertical={false} />
        <XAxis dataKey="label" tickLine={false} axisLine={false} minTickGap={16} />
        <YAxis
          width="auto"
          tickLine={false}
          axisLine={false}
          allowDecimals={false}
          tickFormatter={formatCount}
        />
        <Tooltip content={DayTip} cursor={{ className: 'chart-cursor' }} isAnimationActive={false} />
        <Bar
          className="chart-bar"
          stackId="day"
          maxBarSize={56}
          isAnimationActive={false}
          dataKey={(bar: DailyBar) => (bar.partial ? null : bar.views)}
        />
        <Bar
          className="chart-bar chart-bar-partial"
          stackId="day"
          maxBarSize={56}
          isAnimationActive={false}
          dataKey={(bar: DailyBar) => (bar.partial ? bar.views : null)}
        />
      </BarChart>
    </ResponsiveContainer>
  )
}

function DayTip({ active, payload }: TooltipContentProps) {
  const bar = payload[0]?.payload as DailyBar | undefined
  if (!active || !bar) return null
  return (
    <div className="chart-tip">
      <p>
        {formatLongDay(bar.start)}
        {bar.partial && ' (part of the day)'}
      </p>
      <p>
        <strong>{countOf(bar.views, 'page view')}</strong>, {countOf(bar.sessions, 'unique session')}
      </p>
    </div>
  )
}
