import { lazy, Suspense, useMemo } from 'react'
import type { Timeseries } from '@half-measure/shared/stats/timeseries.ts'
import { viewsByDay } from '../api/stats-questions.ts'
import { useStats } from '../api/use-stats.ts'
import { prepareDailyBars, type DailyBar } from '../charts/prepare-daily-bars.ts'
import type { Period } from '../filters/period.ts'
import { formatCount } from '../format/number.ts'
import { formatLongDay } from '../format/time.ts'
import { Empty } from '../ui/Empty.tsx'
import { Figures } from '../ui/Figures.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useNow } from '../ui/use-now.ts'

// The charting library weighs more than the rest of the page; the figures do not wait for it.
const DailyBarsChart = lazy(async () => ({
  default: (await import('../charts/DailyBarsChart.tsx')).DailyBarsChart,
}))

interface ViewsByDayProps {
  period: Period
}

/** The period's page views, day by day, as a chart, a sentence and a table. */
export function ViewsByDay({ period }: ViewsByDayProps) {
  const answer = useStats(viewsByDay, period)
  return (
    <Panel title="Page Views by Day" note="Outlined: part of a day">
      <Figures answer={answer} skeleton={<div className="chart-box chart-wait" />}>
        {(days) =>
          days.some((day) => day.page_views > 0) ? (
            <Chart days={days} period={period} />
          ) : (
            <Empty>No page views in this period.</Empty>
          )
        }
      </Figures>
    </Panel>
  )
}

interface ChartProps extends ViewsByDayProps {
  days: Timeseries
}

function Chart({ days, period }: ChartProps) {
  const now = useNow()
  const { bars, sentence } = useMemo(() => {
    const { from, to } = period.bounds(now)
    const figures = days.map((day) => ({
      start: new Date(day.start),
      views: day.page_views,
      sessions: day.unique_sessions,
    }))
    return prepareDailyBars(figures, { from: new Date(from), to: new Date(to) })
  }, [days, period, now])

  return (
    <figure className="chart">
      <div className="chart-box">
        <Suspense fallback={<div className="chart-wait" />}>
          <DailyBarsChart bars={bars} />
        </Suspense>
      </div>
      <figcaption>{sentence}</figcaption>
      <details>
        <summary className="link-button">View as table</summary>
        <DayTable bars={bars} />
      </details>
    </figure>
  )
}

interface DayTableProps {
  bars: DailyBar[]
}

function DayTable({ bars }: DayTableProps) {
  return (
    <table className="days">
      <caption className="visually-hidden">Page views and unique sessions by day</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Page views</th>
          <th scope="col">Unique sessions</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.label + bar.start.toISOString()}>
            <th scope="row">
              {formatLongDay(bar.start)}
              {bar.partial && ' (part)'}
            </th>
            <td>{formatCount(bar.views)}</td>
            <td>{formatCount(bar.sessions)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
