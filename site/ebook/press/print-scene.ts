import { INKS } from '../../src/pictures/inks.ts'
import type { Scene } from '../../src/pictures/picture.ts'
import { between, seededRandom } from '../../src/pictures/random.ts'
import { plateOperators } from './plate-operators.ts'
import { readMarks } from './read-marks.ts'

/** Degrees between the screens of the plates, so that they make rosettes and no stripes. */
const ANGLES = [45, 75, 15] as const

/** How far a plate may lie from where it should, in points. */
const SLIP = 0.45

/** Where a scene is printed and how large. */
interface Place {
  /** Where the scene's origin comes to lie, in points from the top left of the page. */
  readonly x: number
  readonly y: number
  /** Points to a unit of the scene. */
  readonly scale: number
  /** What may be printed on, in units of the scene: left, top, right, bottom. */
  readonly sheet: readonly [number, number, number, number]
}

/** Things that a page draws with, by name. */
type Resources = Record<string, PDFKit.PDFKitReference>

/**
 * Prints a scene on the current page as vectors: each plate a little out of place and multiplied over what is
 * there, as the site's pictures are. The same seed gives the same print.
 */
export function printScene(doc: PDFKit.PDFDocument, scene: Scene, seed: string, place: Place): void {
  const random = seededRandom(`ebook:${seed}`)
  const multiply = doc.ref({ Type: 'ExtGState', BM: 'Multiply' })
  multiply.end('')
  const states: Resources = doc.page.ext_gstates
  const plates: Resources = doc.page.xobjects
  states['Multiply'] = multiply

  for (const [index, { ink, shapes }] of scene.entries()) {
    const plate = doc.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [...place.sheet],
      // A group of its own: holes are cut into this ink only, and white adds nothing to the others.
      Group: { S: 'Transparency', CS: 'DeviceRGB', I: true },
    })
    plate.end(
      plateOperators(readMarks(shapes), { ink: INKS[ink], screenAngle: ANGLES[index % ANGLES.length] ?? 0 }),
    )
    const name = `Plate${index}`
    plates[name] = plate
    const slip = () => between(random, -SLIP, SLIP)
    doc.save()
    doc.transform(place.scale, 0, 0, place.scale, place.x + slip(), place.y + slip())
    doc.addContent(`/Multiply gs /${name} Do`)
    doc.restore()
  }
}
