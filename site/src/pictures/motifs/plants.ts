import { path, round, times } from '../shapes.ts'

/** A spruce in tiers, its foot at `x`, `y`. */
export function conifer(x: number, y: number, height: number, width: number, tone = 1): string {
  const tiers = 5
  const right: string[] = []
  const left: string[] = []
  for (let i = 0; i < tiers; i++) {
    const out = (width / 2) * ((i + 1) / tiers)
    const at = y - height + (height * 0.92 * (i + 1)) / tiers
    const inner = out * 0.5
    right.push(`${round(x + out)} ${round(at)}`, `${round(x + inner)} ${round(at - height * 0.03)}`)
    left.unshift(`${round(x - inner)} ${round(at - height * 0.03)}`, `${round(x - out)} ${round(at)}`)
  }
  return path(`M${round(x)} ${round(y - height)}L${right.join('L')}L${left.join('L')}Z`, tone)
}

/** A twig with needles, from 0,0 to the right. */
export function sprig(length: number): string {
  const needles = times(13, (i) => {
    const at = (length * (i + 1)) / 14
    const reach = 26 * Math.sin((Math.PI * (i + 2)) / 16)
    return `M${round(at)} 0l${round(reach * 0.6)} ${round(-reach)}M${round(at)} 0l${round(reach * 0.6)} ${round(reach)}`
  })
  return `M0 0H${round(length)}${needles.join('')}`
}

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
