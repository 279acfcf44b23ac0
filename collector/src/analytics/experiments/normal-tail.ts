import { upperGamma } from './incomplete-gamma.ts'

/** The probability that a standard normal value exceeds z. */
export function normalTail(z: number): number {
  const half = upperGamma(0.5, (z * z) / 2) / 2
  return z >= 0 ? half : 1 - half
}

/** The z that a standard normal value stays below with probability `q`, between 0 and 1. */
export function normalQuantile(q: number): number {
  if (q < 0.5) return -normalQuantile(1 - q)
  // The upper tail keeps its digits, where `q` is near 1.
  return bisect((z) => normalTail(z) > 1 - q, 0, 40)
}

/** Where `isBelow` changes from true to false, between `low` and `high`. */
export function bisect(isBelow: (x: number) => boolean, low: number, high: number): number {
  let [from, to] = [low, high]
  for (let step = 0; step < 200 && to - from > 1e-15 * Math.abs(to); step++) {
    const middle = (from + to) / 2
    if (isBelow(middle)) from = middle
    else to = middle
  }
  return (from + to) / 2
}
