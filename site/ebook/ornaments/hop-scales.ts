import { hopCone } from '../../src/pictures/motifs/hop-cone.ts'
import { circle, line, path, rect } from '../../src/pictures/shapes.ts'
import { type Ornament, ROOM } from './ornament.ts'

export const hopScales: Ornament = {
  alt: 'A chemist’s balance. One hop cone in the left pan is level with a small weight in the right.',
  draw(sheet) {
    sheet.print('pine', line(`M224 66V${ROOM.bar - 20}`, 9), line('M76 88H372', 7), circle(224, 60, 13))
    sheet.print(
      'pine',
      path(`M150 ${ROOM.bar - 2}Q158 ${ROOM.bar - 26} 224 ${ROOM.bar - 26}T298 ${ROOM.bar - 2}Z`),
    )
    sheet.print('pine', line('M76 88L22 244M76 88L130 244M372 88L318 244M372 88L426 244', 2.6))
    for (const x of [76, 372]) {
      const pan = `M${x - 64} 244H${x + 64}Q${x + 44} 282 ${x} 282T${x - 64} 244Z`
      sheet.print('amber', path(pan))
      sheet.print('copper', path(pan, 0.3))
      sheet.print('pine', line(pan, 4.5))
    }
    for (const leaf of hopCone(76, 140, 82, 104)) {
      sheet.bare(path(leaf))
      sheet.print('amber', path(leaf, 0.3))
      sheet.print('pine', line(leaf, 3))
    }
    sheet.print('pine', line('M76 144Q78 130 90 122', 4))
    sheet.print('copper', rect(352, 210, 40, 32, 1, 3), rect(363, 196, 18, 16, 1, 6))
    sheet.print('pine', line('M352 242V212H363V200Q363 196 372 196T381 200V212H392V242', 3.5))
  },
}
