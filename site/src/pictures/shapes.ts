/**
 * SVG fragments for a plate. A plate is drawn in tones of ink: 1 prints solid, 0 leaves the paper bare and
 * so cuts a hole into what was drawn before, anything between becomes a screen of dots.
 * Coordinates are in a space of 1200 by 800.
 */

export const WIDTH = 1200
export const HEIGHT = 800

export type Tone = number

function grey(tone: Tone): string {
  const level = Math.round(255 * (1 - tone))
  return `rgb(${level},${level},${level})`
}

/** Numbers to one decimal keep the fragments short and the hash of a picture stable. */
export function round(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** The results of `draw` for 0 to `count` - 1. */
export function times<Drawn>(count: number, draw: (index: number) => Drawn): Drawn[] {
  return Array.from({ length: count }, (_, index) => draw(index))
}

/** A path in the notation of SVG, whole or in parts. */
type PathData = string | readonly string[]

/** A shape filled along a path. */
export function path(d: PathData, tone: Tone = 1): string {
  return `<path d="${[d].flat().join('')}" fill="${grey(tone)}"/>`
}

/** A stroke along a path, with round ends. */
export function line(d: PathData, width: number, tone: Tone = 1): string {
  return `<path d="${[d].flat().join('')}" fill="none" stroke="${grey(tone)}" stroke-width="${round(width)}" stroke-linecap="round" stroke-linejoin="round"/>`
}

/** From its top left corner. */
export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  tone: Tone = 1,
  radius = 0,
): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${round(radius)}" fill="${grey(tone)}"/>`
}

/** Around a point. */
export function circle(x: number, y: number, radius: number, tone: Tone = 1): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${grey(tone)}"/>`
}

/** Around a point, by its two radii. */
export function ellipse(x: number, y: number, rx: number, ry: number, tone: Tone = 1): string {
  return `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${grey(tone)}"/>`
}

/** The line of a circle, `width` thick. */
export function ring(x: number, y: number, radius: number, width: number, tone: Tone = 1): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="none" stroke="${grey(tone)}" stroke-width="${round(width)}"/>`
}

/** A closed shape through the points, straight from one to the next. */
export function polygon(points: readonly (readonly [number, number])[], tone: Tone = 1): string {
  return path(`M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`, tone)
}

/** The same shapes, moved, turned (degrees, about 0,0 before the move) and scaled. */
export function place(shapes: string, x: number, y: number, { turn = 0, scale = 1 } = {}): string {
  return `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${scale})">${shapes}</g>`
}

interface Fade {
  /** Unique within the plate. */
  readonly id: string
  readonly from: Tone
  readonly to: Tone
  /** By default downwards. */
  readonly direction?: 'down' | 'right'
}

/** A rectangle whose tone changes evenly from one side to the other. */
export function fade(
  x: number,
  y: number,
  width: number,
  height: number,
  { id, from, to, direction = 'down' }: Fade,
): string {
  const end = direction === 'down' ? 'x2="0" y2="1"' : 'x2="1" y2="0"'
  return (
    `<linearGradient id="${id}" x1="0" y1="0" ${end}><stop offset="0" stop-color="${grey(from)}"/>` +
    `<stop offset="1" stop-color="${grey(to)}"/></linearGradient>` +
    `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="url(#${id})"/>`
  )
}

/** A disc whose tone changes evenly from its middle to its edge: the light of a lamp, or of the sun. */
export function glow(x: number, y: number, radius: number, id: string, from: Tone, to: Tone): string {
  return (
    `<radialGradient id="${id}"><stop offset="0" stop-color="${grey(from)}"/><stop offset="1" stop-color="${grey(to)}"/></radialGradient>` +
    `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="url(#${id})"/>`
  )
}

/** `shapes`, clipped to the outline `d`. */
export function within(d: string, id: string, shapes: string): string {
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${shapes}</g>`
}
