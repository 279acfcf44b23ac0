import type { Composition } from '../composition.ts'
import type { Ink } from '../inks.ts'
import type { Random } from '../random.ts'
import { circle, ellipse, line, path, rect, times } from '../shapes.ts'
import type { Glass } from './glass.ts'

interface Foam {
  /** Units of foam above the rim. */
  readonly rise: number
  readonly random: Random
}

export interface Serving<Drum extends Ink> {
  /** How full, as a share of the glass; 0 is empty. */
  readonly level: number
  /** The drink, in tones of one or two inks. */
  readonly drink: Partial<Record<Drum, number>>
  /** Standing above the drink; none when absent. */
  readonly foam?: Foam
  readonly outline: Drum
  readonly stroke?: number
}

/** Draws a glass with something in it, in front of what is there. */
export function serve<Drum extends Ink>(
  sheet: Composition<Drum>,
  glass: Glass,
  { level, drink, foam, outline, stroke = 5 }: Serving<Drum>,
): void {
  sheet.bare(path(glass.outline))
  if (level > 0) {
    const body = glass.fill(0, level)
    for (const [ink, tone] of Object.entries(drink) as [Drum, number][]) sheet.print(ink, path(body, tone))
    shine(sheet, glass, level)
  }
  sheet.print(outline, line(glass.outline, stroke))
  if (!foam) return
  const head = glass.foam(level, foam.rise, foam.random)
  sheet.bare(path(head))
  sheet.print(outline, line(head, stroke * 0.8))
  bubbles(sheet, glass, level, outline, foam.random)
}

/** A strip of light down the left of the drink. */
function shine<Drum extends Ink>(sheet: Composition<Drum>, glass: Glass, level: number): void {
  const half = glass.halfWidth(level / 2)
  const top = glass.level(level * 0.9)
  const height = glass.level(level * 0.15) - top
  sheet.bare(rect(glass.x - half * 0.66, top, half * 0.13, height, 0, half * 0.065))
}

function bubbles<Drum extends Ink>(
  sheet: Composition<Drum>,
  glass: Glass,
  level: number,
  ink: Drum,
  random: Random,
): void {
  const half = glass.halfWidth(level) * 0.75
  const bottom = glass.level(level)
  const room = bottom - glass.level(1)
  const dots = times(7, () =>
    circle(
      glass.x + (random() * 2 - 1) * half,
      bottom - room * (0.15 + 0.6 * random()),
      1.6 + random() * 2.4,
    ),
  )
  sheet.print(ink, ...dots)
}

/** The shadow of something standing at `x`, `y`, flat on the table. */
export function pool(x: number, y: number, half: number, tone: number): string {
  return ellipse(x + half * 0.25, y, half * 1.35, half * 0.2, tone)
}
