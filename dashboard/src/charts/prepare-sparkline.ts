/** Lines of a drawing 1 wide and 1 high, for SVG's `points`; a value that is missing leaves a gap. */
export function prepareSparkline(values: readonly (number | null)[]): string[] {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return []
  // From zero, so that a small change does not look like a large one.
  const highest = Math.max(...known, 0)
  const step = 1 / (values.length - 1)
  const lines: string[][] = [[]]
  for (const [index, value] of values.entries()) {
    if (value === null) lines.push([])
    else lines.at(-1)?.push(`${round(index * step)},${round(highest === 0 ? 1 : 1 - value / highest)}`)
  }
  return lines.filter((points) => points.length > 1).map((points) => points.join(' '))
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
