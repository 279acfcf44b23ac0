import { line, path, rect } from '../../src/pictures/shapes.ts'
import { type Ornament, ROOM, type Sheet } from './ornament.ts'

const HOOP = 'M108 216L100 108Q98 26 196 26T292 108L284 216'
const SEAT = 'M78 216H314Q326 216 322 230Q318 244 300 244H92Q74 244 70 230Q66 216 78 216Z'

export const emptyChair: Ornament = {
  alt: 'A Windsor chair with nobody in it and a coat over its back.',
  draw(sheet) {
    const spindles = [130, 163, 196, 229, 262].map((x) => `M${x} 216L${196 + (x - 196) * 1.06} 52`)
    sheet.print('pine', line(spindles.join(''), 5), line(HOOP, 10))
    sheet.print(
      'pine',
      line(`M112 244L88 ${ROOM.bar - 4}M280 244L304 ${ROOM.bar - 4}`, 11),
      line(`M140 244L130 ${ROOM.bar - 4}M252 244L262 ${ROOM.bar - 4}`, 7),
      line('M100 296H292', 6),
    )
    sheet.bare(path(SEAT))
    sheet.print('copper', path(SEAT))
    sheet.print('pine', line(SEAT, 5))
    coat(sheet)
  },
}

function coat(sheet: Sheet): void {
  const cloth =
    'M232 36Q276 30 302 66Q318 120 322 196Q300 206 284 198Q262 208 240 196Q246 120 226 62Q224 44 232 36Z'
  sheet.bare(path(cloth))
  sheet.print('amber', path(cloth))
  sheet.print('copper', path('M284 198Q292 120 274 70L302 66Q318 120 322 196Q300 206 284 198Z', 0.4))
  sheet.print('pine', line(cloth, 4.5), line('M284 198Q290 130 272 74', 3))
  sheet.bare(rect(248, 138, 24, 6, 0, 3))
}
