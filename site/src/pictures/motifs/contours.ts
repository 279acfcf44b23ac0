import { round } from '../shapes.ts'

interface Hill {
  readonly x: number
  readonly y: number
  readonly height: number
  /** Distance at which it has lost most of its height. */
  readonly reach: number
}

export type Land = (x: number, y: number) => number

/** The height of a land of hills at every point. */
export function land(hills: readonly Hill[]): Land {
  return (x, y) =>
    hills.reduce((sum, hill) => {
      const distance = Math.hypot(x - hill.x, (y - hill.y) * 1.15) / hill.reach
      return sum + hill.height * Math.exp(-(distance ** 2))
    }, 0)
}

const STEP = 10

/** The line at one height through a land, by marching squares: path data in short strokes. */
export function contour(height: Land, level: number, width: number, depth: number): string {
  const strokes: string[] = []
  for (let y = -STEP; y < depth + STEP; y += STEP) {
    for (let x = -STEP; x < width + STEP; x += STEP) {
      const corners = [
        [x, y],
        [x + STEP, y],
        [x + STEP, y + STEP],
        [x, y + STEP],
      ] as const
      const crossings = corners.flatMap(([ax, ay], i) => {
        const [bx, by] = corners[(i + 1) % 4] ?? [ax, ay]
        const a = height(ax, ay) - level
        const b = height(bx, by) - level
        if (a < 0 === b < 0) return []
        const share = a / (a - b)
        return [`${round(ax + (bx - ax) * share)} ${round(ay + (by - ay) * share)}`]
      })
      if (crossings.length >= 2) strokes.push(`M${crossings[0]}L${crossings[1]}`)
      if (crossings.length === 4) strokes.push(`M${crossings[2]}L${crossings[3]}`)
    }
  }
  return strokes.join('')
}
