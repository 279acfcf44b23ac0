import { lazy, type ReactNode, Suspense } from 'react'
import { Table, type TableProps } from '../ui/Table.tsx'
import type { LineChartProps } from './LineChart.tsx'

// The figures do not wait for the chart.
const LineChart = lazy(async () => ({ default: (await import('./LineChart.tsx')).LineChart }))

interface ChartFigureProps<Point> extends Omit<LineChartProps, 'describe' | 'renderTip'> {
  points: readonly Point[]
  /** A point in a sentence, to be read out. */
  describe: (point: Point, index: number) => string
  /** The same point as a tooltip. */
  renderTip: (point: Point, index: number) => ReactNode
  note?: string
  legend?: ReactNode
  caption?: ReactNode
  /** Has a row for each point unless told otherwise. */
  table: Omit<TableProps<Point>, 'caption' | 'rows'> & Partial<Pick<TableProps<Point>, 'caption' | 'rows'>>
}

/** A line chart and the same figures as a table. */
export function ChartFigure<Point>(props: ChartFigureProps<Point>) {
  const { points, describe, renderTip, note, legend, caption, table, ...chart } = props
  return (
    <figure>
      {note && <p className="note">{note}</p>}
      <div className="chart-box">
        <Suspense fallback={<div className="chart-wait" />}>
          <LineChart
            {...chart}
            describe={(index) => (points[index] === undefined ? '' : describe(points[index], index))}
            renderTip={(index) => points[index] !== undefined && renderTip(points[index], index)}
          />
        </Suspense>
      </div>
      {legend && <ul className="legend row note">{legend}</ul>}
      {caption && <figcaption>{caption}</figcaption>}
      <details>
        <summary>View as table</summary>
        <Table caption={chart.label} rows={points} layout="narrow" {...table} />
      </details>
    </figure>
  )
}

/** @param line class of the chart's line. */
export function LegendItem({ line, children }: { line: string; children: string }) {
  return (
    <li>
      <svg viewBox="0 0 24 4" aria-hidden="true">
        <path className={`plot-line ${line}`} d="M0 2H24" />
      </svg>
      {children}
    </li>
  )
}
