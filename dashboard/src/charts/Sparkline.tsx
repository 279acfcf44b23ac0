import { linePath, pointAt } from './scale.ts'

/** The shape of a figure over time, without axes; hence nothing to read out. */
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
