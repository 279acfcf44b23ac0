import { combine, type Matrix, readTransform, scaleOf, STILL, transformed } from './matrix.ts'
import { ellipseOutline, outline, roundedOutline, type Step } from './outline.ts'

/** One shape of a plate. */
export interface Mark {
  readonly steps: readonly Step[]
  /** 1 prints solid, 0 leaves the paper bare, anything between is a screen of dots. */
  readonly tone: number
  /** Width of the line; filled when absent. */
  readonly stroke?: number
}

const TAG = /<(\/?)(\w+)([^>]*)>/g

/**
 * Reads the SVG fragments of `src/pictures/shapes.ts`: paths, rectangles, circles, ellipses and groups.
 * Throws on anything else, fades and clips among them.
 */
export function readMarks(fragments: readonly string[]): Mark[] {
  const marks: Mark[] = []
  const groups: Matrix[] = [STILL]
  for (const [, closing, tag = '', text = ''] of fragments.join('').matchAll(TAG)) {
    const place = groups.at(-1) ?? STILL
    const attributes = new Map(
      [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    )
    if (tag !== 'g') marks.push(mark(tag, attributes, place))
    else if (closing) groups.pop()
    else groups.push(combine(place, readTransform(attributes.get('transform') ?? '')))
  }
  return marks
}

type Attributes = ReadonlyMap<string | undefined, string | undefined>

function mark(tag: string, attributes: Attributes, place: Matrix): Mark {
  const steps = transformed(shape(tag, attributes), place)
  const fill = attributes.get('fill')
  if (fill !== 'none') return { steps, tone: tone(fill) }
  const stroke = Number(attributes.get('stroke-width')) * scaleOf(place)
  return { steps, stroke, tone: tone(attributes.get('stroke')) }
}

function shape(tag: string, attributes: Attributes): Step[] {
  const number = (name: string) => Number(attributes.get(name) ?? 0)
  switch (tag) {
    case 'path':
      return outline(attributes.get('d') ?? '')
    case 'rect':
      return roundedOutline(
        number('x'),
        number('y'),
        number('width'),
        number('height'),
        number('rx'),
        number('rx'),
      )
    case 'circle':
      return ellipseOutline(number('cx'), number('cy'), number('r'), number('r'))
    case 'ellipse':
      return ellipseOutline(number('cx'), number('cy'), number('rx'), number('ry'))
    default:
      throw new Error(`cannot print <${tag}>`)
  }
}

/** Plates are drawn in greys: black is all ink. */
function tone(colour = ''): number {
  const level = /^rgb\((\d+),/.exec(colour)?.[1]
  if (level === undefined) throw new Error(`"${colour}" is no tone`)
  return 1 - Number(level) / 255
}
