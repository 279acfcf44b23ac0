import { Bar, BarChart, CartesianGrid, ReferenceArea, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { countOf, formatCount } from '../format/number.ts'
import { formatLongDay, formatShortDay } from '../format/time.ts'
import { ChartReader } from './ChartReader.tsx'
import type { DailyBar } from './prepare-daily-bars.ts'

interface DailyBarsChartProps {
  bars: DailyBar[]
}

/** Page views by day; a day that is not complete is drawn as an outline. */
export function DailyBarsChart({ bars }: DailyBarsChartProps) {
  const linesAt = (index: number) => {
    const bar = bars[index]
    return bar ? linesOf(bar) : []
  }
  return (
    <ChartReader
      label="Page views by day"
      count={bars.length}
      placing="bars"
      words={(index) => `${linesAt(index).join(': ')}.`}
      tip={(index) => linesAt(index).map((line) => <p key={line}>{line}</p>)}
    >
      {(reading) => {
        const read = reading === null ? undefined : bars[reading]
        return (
          <ResponsiveContainer width="100%" height="100%">
            <BarChart
              data={bars}
              margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
              barCategoryGap="24%"
              accessibilityLayer={false}
            >
              <CartesianGrid vertical={false} />
              <XAxis
                dataKey={keyOf}
                tickFormatter={(key: string) => formatShortDay(new Date(key))}
                tickLine={false}
                axisLine={false}
                minTickGap={16}
              />
              <YAxis
                width="auto"
                tickLine={false}
                axisLine={false}
                allowDecimals={false}
                tickFormatter={formatCount}
              />
              {read && <ReferenceArea x1={keyOf(read)} x2={keyOf(read)} className="chart-column" />}
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
      }}
    </ChartReader>
  )
}

const keyOf = ({ start }: DailyBar) => start.toISOString()

/** A day and its figures. */
function linesOf({ start, partial, views, sessions }: DailyBar): string[] {
  return [
    `${formatLongDay(start)}${partial ? ' (part of the day)' : ''}`,
    `${countOf(views, 'page view')}, ${countOf(sessions, 'unique session')}`,
  ]
}
