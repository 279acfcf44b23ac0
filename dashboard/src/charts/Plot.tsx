import { Area, CartesianGrid, ComposedChart, Line, ReferenceDot, ReferenceLine, XAxis, YAxis } from 'recharts'

/** Room beside the plot area, in px. `LineChart` needs it to tell which point the pointer is over. */
export const MARGIN = { top: 12, right: 8, bottom: 24, left: 52 }

export interface PlotProps {
  width: number
  height: number
  /** Axis labels, one for each point. */
  labels: readonly string[]
  /** Labels only every so many points, or fewer; 1 by default. */
  labelEvery?: number
  /** Values to read, one for each point. */
  values: readonly (number | null)[]
  /** Lines to draw, from back to front. */
  lines: readonly { className: string; values: readonly (number | null)[] }[]
  /** An area behind the lines: low and high end at each point. */
  band?: readonly (readonly [number, number])[]
  /** Points with a dot on the axis. */
  marked?: readonly number[]
  wholeNumbers?: boolean
  formatTick: (value: number) => string
}

const STILL = { isAnimationActive: false, type: 'linear', activeDot: false, dot: false } as const

/** The drawing of a line chart. Points are numbered from 0; the cursor is at `read`. */
export function Plot({ read, ...props }: PlotProps & { read: number | null }) {
  const { width, height, labels, labelEvery = 1, values, lines, band } = props
  const { marked = [], wholeNumbers = false, formatTick } = props
  const data = labels.map((_, index) => ({ index, band: band?.[index] }))
  // A single point has no line, so it is always shown.
  const dotted = labels.length === 1 ? 0 : read
  const value = dotted === null ? null : (values[dotted] ?? null)
  return (
    <ComposedChart
      width={width}
      height={height}
      data={data}
      margin={{ top: MARGIN.top, right: MARGIN.right, bottom: 0, left: 0 }}
      // The slider around it is what keyboards and screen readers use.
      accessibilityLayer={false}
      aria-hidden="true"
    >
      <CartesianGrid vertical={false} />
      <XAxis
        dataKey="index"
        type="number"
        domain={[0, Math.max(labels.length - 1, 0)]}
        ticks={labels.flatMap((_, index) => (index % labelEvery === 0 ? [index] : []))}
        interval="equidistantPreserveStart"
        minTickGap={16}
        height={MARGIN.bottom}
        tickFormatter={(index: number) => labels[index] ?? ''}
        tickLine={false}
        axisLine={false}
      />
      <YAxis
        width={MARGIN.left}
        domain={[(lowest: number) => Math.min(lowest, 0), 'auto']}
        allowDecimals={!wholeNumbers}
        tickFormatter={formatTick}
        tickLine={false}
        axisLine={false}
      />
      {/* A line along each end would be filled too, from its first point straight to its last. */}
      {band && <Area {...STILL} dataKey="band" stroke="none" className="plot-band" />}
      <ReferenceLine y={0} className="plot-zero" />
      {read !== null && <ReferenceLine x={read} className="plot-cursor" />}
      {lines.map(({ className, values: drawn }) => (
        <Line
          {...STILL}
          key={className}
          dataKey={({ index }: { index: number }) => drawn[index]}
          className={`plot-line ${className}`}
        />
      ))}
      {marked.map((index) => (
        <ReferenceDot key={index} x={index} y={0} r={4} className="plot-mark" />
      ))}
      {dotted !== null && value !== null && (
        <ReferenceDot x={dotted} y={value} r={5} className="plot-point" />
      )}
    </ComposedChart>
  )
}
