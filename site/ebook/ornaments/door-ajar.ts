import { circle, line, path, rect } from '../../src/pictures/shapes.ts'
import { type Ornament, ROOM } from './ornament.ts'

const STEP = ROOM.bar - 16

export const doorAjar: Ornament = {
  alt: 'A door standing open on to the night, with a moon and a step. An inch of beer is left in the glass.',
  draw(sheet) {
    sheet.print('pine', rect(150, 40, 158, STEP - 40, 0.8))
    sheet.bare(circle(246, 108, 27))
    sheet.print('amber', circle(246, 108, 27))
    sheet.bare(circle(184, 92, 3), circle(206, 168, 3), circle(280, 190, 3), circle(276, 64, 3))
    const leaf = `M150 40L62 18V${ROOM.bar - 2}L150 ${STEP}Z`
    sheet.bare(path(leaf))
    sheet.print('copper', path(leaf))
    sheet.print('pine', line(leaf, 5), line('M132 74L80 64V148L132 150ZM132 178L80 178V276L132 270Z', 3.5))
    sheet.bare(circle(76, 166, 6))
    sheet.print('pine', line(`M150 ${STEP}V40H308V${STEP}`, 9))
    sheet.bare(rect(128, STEP, 208, 14, 0, 3))
    sheet.print('amber', rect(128, STEP, 208, 14, 1, 3))
    sheet.print('pine', line(`M131 ${STEP}H333Q336 ${STEP} 336 ${STEP + 3}V${STEP + 14}H128V${STEP + 3}Z`, 4))
  },
}
