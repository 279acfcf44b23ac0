import type { Step } from './outline.ts'

/** Scale, turn and move, as SVG and PDF write it: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const STILL: Matrix = [1, 0, 0, 1, 0, 0]

/** `inner` first, then `outer`. */
export function combine(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer
  const [g, h, i, j, k, l] = inner
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** SVG's `transform`: moves, turns in degrees and scales, the first of them outermost. */
export function readTransform(transform: string): Matrix {
  return [...transform.matchAll(/(\w+)\(([^)]*)\)/g)].reduce<Matrix>((outer, [, name, list = '']) => {
    const [x = 0, y] = list.split(/[ ,]+/).map(Number)
    if (name === 'translate') return combine(outer, [1, 0, 0, 1, x, y ?? 0])
    if (name === 'scale') return combine(outer, [x, 0, 0, y ?? x, 0, 0])
    if (name !== 'rotate') throw new Error(`cannot transform by "${name}"`)
    const angle = (x * Math.PI) / 180
    return combine(outer, [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0])
  }, STILL)
}

/** How much wider a line becomes. */
export function scaleOf([a, b]: Matrix): number {
  return Math.hypot(a, b)
}

/** The same outline moved by a matrix; the numbers of a step are pairs of x and y. */
export function transformed(steps: readonly Step[], [a, b, c, d, e, f]: Matrix): Step[] {
  return steps.map(([operator, ...numbers]) => {
    const moved = numbers.map((_, i) => {
      const x = numbers[i - (i % 2)] ?? 0
      const y = numbers[i - (i % 2) + 1] ?? 0
      return i % 2 === 0 ? a * x + c * y + e : b * x + d * y + f
    })
    return [operator, ...moved]
  })
}
