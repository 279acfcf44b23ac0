import { pointAt } from './reading.ts'

/** The shape of a figure over time, without axes, so screen readers skip it. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  return (
    <svg className="sparkline" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <path d={sparklinePath(values)} />
    </svg>
  )
}

/** A path in a drawing 1 wide and 1 high, from zero up, so that a small change does not look like a large one. */
export function sparklinePath(values: readonly (number | null)[]): string {
  const highest = Math.max(0, ...values.map((value) => value ?? 0))
  return linePath(
    values.map((value, index) =>
      value === null ? null : [pointAt(index, values.length), highest === 0 ? 1 : 1 - value / highest],
    ),
  )
}

/** A path for SVG through points; null leaves a gap. */
function linePath(points: readonly (readonly [x: number, y: number] | null)[]): string {
  return points
    .map((point, index) =>
      point ? `${index > 0 && points[index - 1] ? 'L' : 'M'}${round(point[0])} ${round(point[1])}` : '',
    )
    .join('')
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
