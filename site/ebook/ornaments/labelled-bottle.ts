import { circle, line, path, place, rect } from '../../src/pictures/shapes.ts'
import { type Ornament, ROOM } from './ornament.ts'

const BOTTLE = `M112 62H144V136Q144 168 176 196V${ROOM.bar - 12}Q176 ${ROOM.bar - 2} 166 ${ROOM.bar - 2}H90Q80 ${ROOM.bar - 2} 80 ${ROOM.bar - 12}V196Q112 168 112 136Z`
const TAG = 'M0 0L34 -46H206V46H34Z'

export const labelledBottle: Ornament = {
  alt: 'A bottle with a luggage label round its neck. Of three lines on the label, one is ticked.',
  draw(sheet) {
    sheet.print('copper', path(BOTTLE))
    sheet.print('pine', path(BOTTLE, 0.42), line(BOTTLE, 5))
    sheet.bare(rect(94, 210, 10, 96, 0, 5))
    sheet.bare(rect(106, 42, 44, 24, 0, 4))
    sheet.print('amber', rect(106, 42, 44, 24, 1, 4))
    sheet.print('pine', line('M106 42H150V66H106Z', 4), line('M142 108Q196 96 232 168', 3.5))
    const tag = (shapes: string) => place(shapes, 222, 176, { turn: 14 })
    sheet.bare(tag(path(TAG)))
    sheet.print('amber', tag(path(TAG, 0.3)))
    sheet.print('pine', tag(line(TAG, 4.5)), tag(line('M66 -22H176M66 2H150M66 26H164', 4)))
    sheet.bare(tag(circle(26, 0, 8)))
    sheet.print('pine', tag(circle(26, 0, 6)))
    sheet.print('copper', tag(line('M44 -2L54 10L74 -18', 7)))
  },
}
