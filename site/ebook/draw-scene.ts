import { ANGLES, channels, INKS } from '../src/pictures/inks.ts'
import type { Scene } from '../src/pictures/composition.ts'
import { between, seededRandom } from '../src/pictures/random.ts'

type Document = PDFKit.PDFDocument
/** With two properties that the library's types leave out. */
type Page = PDFKit.PDFPage & { readonly resources: unknown; readonly colorSpaces: Record<string, unknown> }

/** Distance between the dots of a screen, in units of the scene. */
const PITCH = 6.4
/** Maximum misregistration of a plate, in points. */
const SLIP = 0.45

interface Place {
  /** The scene's origin, in points from the top left of the page. */
  readonly x: number
  readonly y: number
  /** Points per unit of the scene. */
  readonly scale: number
  /** The area that may be drawn on, in units of the scene: left, top, right, bottom. */
  readonly area: readonly [number, number, number, number]
}

/**
 * Draws a scene on the current page as vectors: each plate a little out of place and multiplied over what is there,
 * as in the site's pictures. The same seed gives the same drawing.
 */
export function drawScene(doc: Document, scene: Scene, seed: string, place: Place): void {
  const random = seededRandom(`ebook:${seed}`)
  const page = doc.page as Page
  page.ext_gstates['Multiply'] = resource(doc, { Type: 'ExtGState', BM: 'Multiply' })
  for (const [index, { ink, shapes }] of scene.entries()) {
    // One group per plate: holes are cut into this ink only, and white adds nothing to the others.
    const plate = doc.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [...place.area],
      Group: { S: 'Transparency', CS: 'DeviceRGB', I: true },
      Resources: page.resources,
    })
    page.xobjects[`Plate${index}`] = plate
    const slip = () => between(random, -SLIP, SLIP)
    doc.save()
    doc.transform(place.scale, 0, 0, place.scale, place.x + slip(), place.y + slip())
    doc.addContent(`/Multiply gs /Plate${index} Do`)
    doc.restore()
    // The library draws only on pages, so the plate stands in for the page's content.
    const { content } = page
    page.content = plate
    drawShapes(doc, shapes.join(''), INKS[ink], ANGLES[index % ANGLES.length] ?? 0)
    page.content = content
    plate.end('')
  }
}

/**
 * Draws the SVG fragments of `src/pictures/shapes.ts`. Their tones are greys, black for solid ink; middle tones of
 * areas become a screen of dots, those of lines a paler ink.
 */
function drawShapes(doc: Document, fragments: string, ink: string, angle: number): void {
  doc.lineCap('round').lineJoin('round')
  for (const [, closing, tag = '', text = ''] of fragments.matchAll(/<(\/?)(\w+)([^>]*)>/g)) {
    const attributes = new Map(
      [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    )
    if (tag === 'g') {
      if (closing) doc.restore()
      else enterGroup(doc, attributes.get('transform') ?? '')
    } else if (attributes.get('fill') === 'none') {
      const width = Number(attributes.get('stroke-width'))
      outline(doc, tag, attributes)
        .lineWidth(width)
        .stroke(tint(ink, toneOf(attributes.get('stroke'))))
    } else {
      const tone = toneOf(attributes.get('fill'))
      outline(doc, tag, attributes).fill(tone === 1 ? ink : '#ffffff')
      if (tone === 0 || tone === 1) continue
      outline(doc, tag, attributes)
      fillWithDots(doc, ink, tone, angle)
    }
  }
}

function enterGroup(doc: Document, transform: string): void {
  doc.save()
  for (const [, name, list = ''] of transform.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [x = 0, y] = list.split(/[ ,]+/).map(Number)
    if (name === 'translate') doc.translate(x, y ?? 0)
    else if (name === 'rotate') doc.rotate(x)
    else if (name === 'scale') doc.scale(x, y ?? x)
    else throw new Error(`cannot transform by "${name}"`)
  }
}

function outline(doc: Document, tag: string, attributes: ReadonlyMap<string, string>): Document {
  const numbers = (...names: string[]) => names.map((name) => Number(attributes.get(name) ?? 0))
  switch (tag) {
    case 'path': {
      const d = attributes.get('d') ?? ''
      // The library mirrors the second of two consecutive smooth curves wrongly.
      if (/T[^A-Za-z]*T/.test(d)) throw new Error(`cannot draw two smooth curves in a row: "${d}"`)
      return doc.path(d)
    }
    case 'rect': {
      const [x = 0, y = 0, width = 0, height = 0, radius = 0] = numbers('x', 'y', 'width', 'height', 'rx')
      return doc.roundedRect(x, y, width, height, radius)
    }
    case 'circle':
    case 'ellipse': {
      const [x = 0, y = 0, r = 0, rx = 0, ry = 0] = numbers('cx', 'cy', 'r', 'rx', 'ry')
      return doc.ellipse(x, y, r || rx, r || ry)
    }
    default:
      throw new Error(`cannot draw <${tag}>`)
  }
}

/** Fills the current path. All screens of one angle share their origin, so that neighbouring areas share dots. */
function fillWithDots(doc: Document, ink: string, tone: number, angle: number): void {
  const page = doc.page as Page
  const name = `Dots${angle}x${Math.round(tone * 255)}`
  page.patterns[name] ??= dots(doc, tone, angle)
  page.colorSpaces['Dots'] ??= resource(doc, ['Pattern', 'DeviceRGB'])
  const colour = channels(ink).map((level) => (level / 255).toFixed(3))
  doc.addContent(`/Dots cs ${colour.join(' ')} /${name} scn f`)
}

/** A tile with one dot, whose area is the tone. */
function dots(doc: Document, tone: number, angle: number): PDFKit.PDFKitReference {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  const diameter = 2 * PITCH * Math.sqrt(tone / Math.PI)
  const tile = {
    Type: 'Pattern',
    PatternType: 1,
    PaintType: 2,
    TilingType: 2,
    BBox: [-PITCH, -PITCH, PITCH, PITCH],
    XStep: PITCH,
    YStep: PITCH,
    Matrix: [cos, sin, -sin, cos, 0, 0],
    Resources: resource(doc, {}),
  }
  return resource(doc, tile, `1 J ${diameter.toFixed(2)} w 0 0 m 0 0 l S`)
}

function resource(doc: Document, data: object, content = ''): PDFKit.PDFKitReference {
  const made = doc.ref(data)
  made.end(content)
  return made
}

/** Plates are drawn in greys: black is all ink. */
function toneOf(colour = ''): number {
  const level = /^rgb\((\d+),/.exec(colour)?.[1]
  if (level === undefined) throw new Error(`"${colour}" is no tone`)
  return 1 - Number(level) / 255
}

function tint(ink: string, tone: number): [number, number, number] {
  const [red = 0, green = 0, blue = 0] = channels(ink).map((level) => 255 - (255 - level) * tone)
  return [red, green, blue]
}
