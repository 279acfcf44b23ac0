import type { Written } from './written.ts'

const BAR_LENGTH = 24

/** How far it has got, in one line. */
export function progressLine({ visits, total }: Written, of: number, elapsedMs: number): string {
  const share = of === 0 ? 1 : Math.min(visits / of, 1)
  const filled = Math.round(share * BAR_LENGTH)
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_LENGTH - filled)
  const rate = Math.round(total / Math.max(elapsedMs / 1000, 0.001))
  const figures = [visits, of, total, rate].map((figure) => figure.toLocaleString('en-GB'))
  return `${bar} ${figures[0]} of ${figures[1]} visits, ${figures[2]} events, ${figures[3]} a second`
}
