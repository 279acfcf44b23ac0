import { path, round } from '../shapes.ts'

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
  const needles = Array.from({ length: 13 }, (_, i) => {
    const at = (length * (i + 1)) / 14
    const reach = 26 * Math.sin((Math.PI * (i + 2)) / 16)
    return `M${round(at)} 0l${round(reach * 0.6)} ${round(-reach)}M${round(at)} 0l${round(reach * 0.6)} ${round(reach)}`
  })
  return `M0 0H${round(length)}${needles.join('')}`
}
