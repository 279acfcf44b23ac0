import { type Composition, scene } from '../composition.ts'
import { between, seededRandom } from '../random.ts'
import { circle, fade, line, path, rect, times } from '../shapes.ts'

const ROOF = 500

/** A shed with somebody else's chimney, in another ink and not quite on the roof. */
export const breweryLying = scene(['mist', 'brick', 'stout'], (sheet) => {
  sheet.print('mist', fade(0, 0, 1200, 800, { id: 'sky', from: 0.75, to: 0.15 }))
  chimney(sheet)
  shed(sheet)
})

type Sheet = Composition<'mist' | 'brick' | 'stout'>

/** In brick red only; it ends fourteen units above the roof. */
function chimney(sheet: Sheet): void {
  const random = seededRandom('smoke')
  const puffs = times(15, (i) =>
    circle(
      700 + i * 40 + between(random, -14, 14),
      74 - i * 4 + between(random, -22, 22),
      34 + i * 5.5,
      0.42,
    ),
  )
  sheet.paste('brick', ...puffs)
  const stack = `M588 ${ROOF - 14}L616 112L728 112L752 ${ROOF - 14}Z`
  sheet.paste('brick', path(stack, 0.72))
  sheet.print('brick', rect(604, 92, 136, 22), rect(612, 138, 120, 12), rect(608, 164, 128, 8))
  const courses = times(12, (i) => {
    const y = 196 + i * 24
    const grow = (y - 112) * 0.074
    return `M${616 - grow} ${y}H${728 + grow * 0.92}`
  })
  sheet.print('brick', line(courses, 3), path(`M690 112L728 112L752 ${ROOF - 14}L708 ${ROOF - 14}Z`))
}

function shed(sheet: Sheet): void {
  const walls = `M150 ${ROOF}L1050 ${ROOF}L1050 710L150 710Z`
  sheet.paste('mist', path(walls, 0.9))
  const ribs = times(37, (i) => `M${162 + i * 24.4} ${ROOF + 26}V710`)
  sheet.print('stout', rect(138, ROOF, 924, 26), line(ribs, 2.5), line('M150 500V710H1050V500', 6))
  sheet.bare(rect(250, 566, 200, 144), rect(560, 590, 74, 120))
  const shutter = times(8, (i) => `M250 ${584 + i * 17}H450`)
  sheet.print('stout', line('M250 710V566H450V710', 7), line(shutter, 3), line('M560 710V590H634V710', 7))
  sheet.print('stout', circle(620, 654, 5))
  // Unit 14, honestly numbered.
  sheet.print('stout', rect(730, 566, 120, 66))
  sheet.bare(line('M764 584V616M792 584V602H816M810 592V618', 8))
  sheet.print('stout', rect(0, 710, 1200, 90))
  sheet.bare(line('M0 742H1200', 4), line('M90 776H190M330 776H430M570 776H670M810 776H910M1050 776H1150', 7))
  sheet.print('stout', path('M930 710V668Q930 660 938 660H1010L1034 684H1046Q1052 684 1052 692V710Z'))
  sheet.bare(circle(956, 712, 13), circle(1028, 712, 13))
  sheet.print('stout', circle(956, 712, 9), circle(1028, 712, 9))
}
