import { round } from '../shapes.ts'

/** The leaves of a hop cone, row by row from the tip up; each is an outline of its own. */
export function hopCone(x: number, top: number, width: number, height: number): string[] {
  const rows = 7
  const leaves: string[] = []
  for (let row = 0; row < rows; row++) {
    const share = row / (rows - 1)
    // Narrow at both ends, widest above the middle.
    const spread = (width / 2) * Math.sin(Math.PI * (0.16 + 0.66 * (1 - share)))
    const y = top + height * 0.82 * (1 - share)
    const count = spread < width * 0.28 ? 2 : 3
    for (let i = 0; i < count; i++) {
      const middle = x + ((i - (count - 1) / 2) * spread * 1.5) / count + (row % 2 === 0 ? 0 : spread * 0.12)
      const half = (spread * 1.35) / count
      const drop = height * 0.26
      leaves.push(
        `M${round(middle - half)} ${round(y)}Q${round(middle - half)} ${round(y + drop * 0.7)} ${round(middle)} ${round(y + drop)}Q${round(middle + half)} ${round(y + drop * 0.7)} ${round(middle + half)} ${round(y)}Q${round(middle)} ${round(y - drop * 0.35)} ${round(middle - half)} ${round(y)}Z`,
      )
    }
  }
  return leaves
}
