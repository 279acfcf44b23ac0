/** Charts are drawn once, at build, and carry their figures as a table. Coordinates are those of the `viewBox`. */

type Point = readonly [year: number, value: number]

interface Line {
  readonly name: string
  readonly unit: string
  readonly points: readonly Point[]
  /** The value that reaches the top; the bottom is 0. */
  readonly top: number
}

const BOX = { left: 42, right: 354, top: 16, bottom: 190 }

interface LineChartProps {
  readonly title: string
  readonly note: string
  readonly from: number
  readonly to: number
  /** Figures at the left, on the first line's scale. */
  readonly grid: readonly number[]
  readonly lines: readonly [Line, ...Line[]]
}

/** Lines over years; the second one is dashed. */
export function LineChart({ title, note, from, to, grid, lines }: LineChartProps) {
  const x = (year: number) => Math.round(BOX.left + ((year - from) / (to - from)) * (BOX.right - BOX.left))
  const y = (value: number, { top }: Line) => Math.round(BOX.bottom - (value / top) * (BOX.bottom - BOX.top))
  const decades = Array.from({ length: 10 }, (_, n) => (Math.ceil(from / 10) + n) * 10).filter(
    (year) => year < to,
  )
  return (
    <figure className="chart">
      <p className="box-title">{title}</p>
      <svg viewBox="0 0 400 214" aria-hidden="true">
        {grid.map((value) => (
          <g key={value} className="chart-grid">
            <path d={`M${BOX.left} ${y(value, lines[0])}H${BOX.right}`} />
            <text x={BOX.left - 5} y={y(value, lines[0]) + 4} textAnchor="end">
              {value.toLocaleString('en-GB')}
            </text>
          </g>
        ))}
        {decades.map((year) => (
          <text key={year} x={x(year)} y={BOX.bottom + 16} textAnchor="middle">
            {year}
          </text>
        ))}
        {lines.map((line) => {
          const [year, value] = line.points.at(-1) ?? [to, 0]
          return (
            <g key={line.name} className="chart-line">
              <path d={`M${line.points.map(([at, of]) => `${x(at)} ${y(of, line)}`).join('L')}`} />
              {line.points.map(([at, of]) => (
                <circle key={at} cx={x(at)} cy={y(of, line)} r="2.5" />
              ))}
              <text x={x(year) + 6} y={y(value, line) + 4}>
                {value.toLocaleString('en-GB')}
              </text>
            </g>
          )
        })}
      </svg>
      <ul className="chart-key">
        {lines.map(({ name, unit }) => (
          <li key={name}>
            {name}, {unit}
          </li>
        ))}
      </ul>
      <figcaption>{note}</figcaption>
      <ChartFigures
        rows={lines.flatMap(({ name, points }) =>
          points.map(([year, value]) => [`${name}, ${year}`, value.toLocaleString('en-GB')]),
        )}
      />
    </figure>
  )
}

interface BarChartProps {
  readonly title: string
  readonly note: string
  /** The value of a full-width bar. */
  readonly most: number
  readonly bars: readonly (readonly [label: string, value: number, shown: string])[]
}

/** A bar for each row, with its figure. */
export function BarChart({ title, note, most, bars }: BarChartProps) {
  return (
    <figure className="chart">
      <p className="box-title">{title}</p>
      <svg viewBox={`0 0 400 ${bars.length * 46}`} aria-hidden="true">
        {bars.map(([label, value, shown], row) => (
          <g key={label} className="chart-bar">
            <text x="0" y={row * 46 + 13}>
              {label}
            </text>
            <rect className="chart-track" x="0" y={row * 46 + 19} width="340" height="16" />
            <rect x="0" y={row * 46 + 19} width={Math.round((value / most) * 340)} height="16" />
            <text x="348" y={row * 46 + 32}>
              {shown}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>{note}</figcaption>
      <ChartFigures rows={bars.map(([label, , shown]) => [label, shown])} />
    </figure>
  )
}

/** The figures of a chart, for those who prefer to read them or cannot see it. */
function ChartFigures({ rows }: { readonly rows: readonly (readonly string[])[] }) {
  return (
    <details>
      <summary>The figures</summary>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
