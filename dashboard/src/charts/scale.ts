/** What a page key moves by: a week of days. */
const PAGE_STEP = 7

/** Where a point stands, as a part of the plot's width. */
export function pointAt(index: number, count: number): number {
  return count < 2 ? 0.5 : index / (count - 1)
}

/** The point nearest to a part of the plot's width. */
export function nearestPoint(part: number, count: number): number {
  return Math.min(Math.max(Math.round(part * (count - 1)), 0), count - 1)
}

/**
 * The point that a key of a slider leads to; null for other keys.
 *
 * @param index the current one; without one, every key but Home begins with the last.
 */
export function pointAfterKey(key: string, index: number | null, count: number): number | null {
  const step = STEPS[key]
  if (step === undefined || count === 0) return null
  if (index === null) return key === 'Home' ? 0 : count - 1
  return Math.min(Math.max(index + step, 0), count - 1)
}

const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: PAGE_STEP,
  PageDown: -PAGE_STEP,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Round values from below the lowest to above the highest, zero included, about four steps apart. */
export function axisTicks(values: readonly number[], { wholeNumbers = false } = {}): number[] {
  const lowest = Math.min(0, ...values)
  const highest = Math.max(0, ...values) || (lowest < 0 ? 0 : 1)
  const rough = (highest - lowest) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const nice = ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10) * power
  const step = wholeNumbers ? Math.max(1, Math.ceil(nice)) : nice
  const first = Math.floor(lowest / step)
  const last = Math.max(Math.ceil(highest / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}

/** Every so many labels fit beside each other, although the outermost are aligned with the edges. */
export function labelStep(labels: readonly string[], width: number): number {
  const widest = Math.max(1, ...labels.map((label) => label.length)) * 10 + 20
  return Math.max(1, Math.ceil((labels.length * widest) / Math.max(width, 1)))
}

/** A path for SVG through points; null leaves a gap. */
export function linePath(points: readonly (readonly [x: number, y: number] | null)[]): string {
  return points
    .map((point, index) =>
      point ? `${index > 0 && points[index - 1] ? 'L' : 'M'}${round(point[0])} ${round(point[1])}` : '',
    )
    .join('')
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
