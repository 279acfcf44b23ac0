import { between, type Random } from '../random.ts'
import { circle, path, round, times } from '../shapes.ts'

/** Head and shoulders, seen against the light. `y` is where the window cuts the figure off. */
export function bust(x: number, y: number, size: number): string {
  const head = size * 0.24
  const neck = y - size * 0.55
  const shoulders = `M${round(x - size * 0.42)} ${round(y)}Q${round(x - size * 0.42)} ${round(neck + size * 0.06)} ${round(x)} ${round(neck)}Q${round(x + size * 0.42)} ${round(neck + size * 0.06)} ${round(x + size * 0.42)} ${round(y)}Z`
  return circle(x, neck - head * 0.75, head) + path(shoulders)
}

/** People standing close, from `left` to `right`. */
export function crowd(left: number, right: number, y: number, size: number, random: Random): string {
  const count = Math.round((right - left) / (size * 0.5))
  return times(count, (i) =>
    bust(
      left + ((i + 0.5) * (right - left)) / count + between(random, -6, 6),
      y,
      size * between(random, 0.82, 1.12),
    ),
  ).join('')
}
