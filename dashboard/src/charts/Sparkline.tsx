import { pointAt } from './reading.ts'

/** The shape of a figure over time, without axes, so screen readers skip it. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  return (
    <svg className="sparkline" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <path d={sparklinePath(values)} />
    </svg>
  )
}

/** A path in a drawing 1 wide and 1 high, from zero up, so that a small change does not look like a large one; null leaves a gap. */
export function sparklinePath(values: readonly (number | null)[]): string {
  const highest = Math.max(0, ...values.map((value) => value ?? 0))
  return values
    .map((value, index) => {
      if (value === null) return ''
      const command = (values[index - 1] ?? null) === null ? 'M' : 'L'
      const y = highest === 0 ? 1 : 1 - value / highest
      return `${command}${round(pointAt(index, values.length))} ${round(y)}`
    })
    .join('')
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
